import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fetchListPage } from '#src/shared/ui/list/fetch-list-page.ts';
import { measureSlowdown, readCpuMs } from '#tests/support/machine-speed.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { type LargestThings, makeLargestAccount } from './largest-account.ts';
import { type ApiResponse, listBody, objectBody } from './order-helpers.ts';

const MAX_BYTES = 500_000;
/** The most time on the event loop's thread, without waiting for the database. */
const MAX_MS = 30;

/**
 * Two thousand categories with the longest names take more. Their number is limited, and the public ones are cached.
 */
const MORE_BYTES: Record<string, number> = { '/categories': 700_000, '/categories/all': 700_000 };
/** Responses that are sent or computed in pieces, between which others are served. The longest piece counts. */
const IN_TURNS = [
  '/me/export',
  '/exports/purchases.csv',
  '/exports/tools.csv',
  '/exports/taxes.csv',
  '/imports/{id}/faults.csv',
  '/imports/{id}/faulty-rows.csv',
  '/outbox',
];
/** Papers are drawn in a separate thread and have their own size limit. */
const isDrawn = (path: string) => path.endsWith('.pdf');

interface Operation {
  'x-access': 'public' | 'signedIn' | 'customer' | 'staff' | 'owner' | 'identity' | 'signature';
}

let shop: TestShop;
let callers: Record<'ada' | 'owner', TestUser>;
let things: LargestThings;
let calls: [path: string, access: Operation['x-access']][];

beforeAll(async () => {
  shop = await createTestShop({ settings: { rateLimits: true } });
  callers = { owner: await shop.createOwner(), ada: await shop.signUp({ confirmed: true }) };
  things = await makeLargestAccount(shop.database.pool, callers.ada.userId);
  const { paths } = objectBody(await shop.call('GET', '/openapi.json')) as {
    paths: Record<string, { get?: Operation }>;
  };
  calls = Object.entries(paths).flatMap(([path, { get }]) => (get ? [[path, get['x-access']]] : []));
});
afterAll(() => shop.close());

/**
 * Returns the path of a call about the largest thing of its kind. A path without such a thing is not found, which fails
 * the test.
 */
function fillPath(path: string, { email }: TestUser): string {
  const [, kind = ''] = path.split('/');
  const ids: Record<string, string> = {
    purchases: things.purchase,
    payment: things.order,
    tools: things.tool,
    inventory: things.tool,
    blogs: things.blog,
    myreview: things.review,
    'bulk-changes': things.bulkChange,
    imports: things.import,
    outbox: things.mail,
  };
  const queries: Record<string, string> = {
    '/myorder': `?email=${email}`,
    '/tools/suggest': '?q=rule',
    '/tools/{id}/quantity': '?quantity=20',
    '/imports/{id}/rows': '?result=change&limit=100',
    '/exports/purchases.csv': '?from=2026-01-01&to=2026-12-31&by=lines',
    '/exports/taxes.csv': '?from=2026-01-01&to=2026-12-31',
    '/tax-report': '?from=2026-01-01&to=2026-12-31',
  };
  return path.replace('{email}', email).replace('{id}', ids[kind] ?? 'unknown') + (queries[path] ?? '');
}

/** Returns who can make a call: the customer, the admin, or both. */
function listCallers(path: string, access: Operation['x-access']): TestUser[] {
  const { ada, owner } = callers;
  if (access === 'staff' || access === 'owner') return [owner];
  const isOwnersToo = access === 'signedIn' && !/^\/(payment|myreview)\//.test(path);
  return isOwnersToo ? [ada, owner] : [ada];
}

async function call(path: string, { token }: TestUser) {
  const response = await shop.app.request(`${shop.origin}/api${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  let bytes = 0;
  for await (const chunk of response.body ?? []) bytes += (chunk as Uint8Array).length;
  return { status: response.status, bytes };
}

/** Measures the fastest run of a call: its longest piece of work, or all of it. */
async function measure(path: string, who: TestUser, isInTurns: boolean) {
  let best = { status: 0, bytes: 0, ms: Number.POSITIVE_INFINITY };
  // Rendered emails are remembered, so only the first call renders them. One email before it has the code compiled.
  const isRemembered = path === '/outbox';
  if (isRemembered) await call('/outbox?limit=1', who);
  for (let attempt = 0; attempt < (isRemembered ? 1 : 3); attempt += 1) {
    await turn();
    let [last, longest, isDone] = [readCpuMs(), 0, false];
    const before = last;
    const tick = () => {
      const now = readCpuMs();
      longest = Math.max(longest, now - last);
      last = now;
      if (!isDone) setImmediate(tick);
    };
    if (isInTurns) setImmediate(tick);
    const found = await call(path, who);
    isDone = true;
    const ms = isInTurns ? longest : readCpuMs() - before;
    if (ms < best.ms) best = { ...found, ms };
  }
  return best;
}

test('each GET call sends the largest account less than 500 KB, and delays others by less than 30 ms', async () => {
  const faults: object[] = [];
  let measured = 0;
  for (const [path, access] of calls) {
    // A signed address has the same response as another call here, or cannot be constructed.
    if (isDrawn(path) || access === 'signature') continue;
    const isInTurns = IN_TURNS.includes(path);
    const maxBytes = isInTurns && path !== '/outbox' ? Number.POSITIVE_INFINITY : (MORE_BYTES[path] ?? MAX_BYTES);
    for (const who of listCallers(path, access)) {
      let found = await measure(fillPath(path, who), who, isInTurns);
      const isSlowNow = () => found.ms > MAX_MS && found.ms > MAX_MS * measureSlowdown();
      // What is slow is slow again; a machine that just was is not.
      let isSlow = isSlowNow();
      for (let again = 0; again < 3 && isSlow; again += 1) {
        found = await measure(fillPath(path, who), who, isInTurns);
        isSlow = isSlowNow();
      }
      if (found.status !== 200 || found.bytes > maxBytes || isSlow) faults.push({ path, ...found });
      measured += 1;
    }
  }
  expect(faults).toEqual([]);
  expect(measured).toBeGreaterThan(50);
});

const get = (path: string, { token } = callers.ada): Promise<ApiResponse> => shop.call('GET', path, { token });
const getNext = ({ headers }: ApiResponse) => /^<\/api(\/[^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];

/** Follows the links and returns all responses. */
async function walk(path: string, who = callers.ada): Promise<ApiResponse[]> {
  const responses = [await get(path, who)];
  for (let next = getNext(responses[0] as ApiResponse); next; next = getNext(responses.at(-1) as ApiResponse)) {
    responses.push(await get(next, who));
    expect(responses.length).toBeLessThan(150);
  }
  return responses;
}

const toIds = (response: ApiResponse) => listBody(response).map(({ _id }) => String(_id));

interface ListedPurchase {
  _id: string;
  lineCount: number;
  pieceCount: number;
  shippedPieceCount: number;
  lines: { _id: string; line: { place: number; of: number } | null }[];
}

describe('a list of orders with very many lines', () => {
  test('shows the first lines of each order with their count, and all lines of an order by its id', async () => {
    const listed = (await get('/purchases?limit=10')).body as ListedPurchase[];
    expect(listed.map(({ lineCount, lines }) => [lineCount, lines.length])).toEqual(listed.map(() => [100, 30]));
    const [first] = listed;
    const whole = objectBody(await get(`/purchases/${first?._id}`)) as unknown as ListedPurchase;
    expect([whole.lineCount, whole.lines.length]).toEqual([100, 100]);
    const { pieceCount, shippedPieceCount } = whole;
    expect(first).toMatchObject({ pieceCount, shippedPieceCount });
    const [counted] = await shop.sql`select sum(quantity)::int as pieces, sum(shipped_quantity)::int as shipped
      from orders where purchase_id = ${first?._id}`;
    expect({ pieces: pieceCount, shipped: shippedPieceCount }).toEqual(counted);
    expect(first?.lines).toEqual(whole.lines.slice(0, 30));
    expect(first?.lines[29]?.line).toEqual({ place: 30, of: 100 });
  });

  test('leaves out no line if all lines have room, no matter what other orders have', async () => {
    await shop.query(`alter table orders disable trigger user; update orders set ended_at = now(), state = 'deleted'
       where purchase_id <> '${things.purchase}' and line_number > 2 and user_id = '${callers.ada.userId}'; alter table orders enable trigger user`);
    const listed = (await get('/purchases?limit=10')).body as ListedPurchase[];
    // Nine orders have two lines left, so there is room for all lines of the one with 100.
    expect(listed.map(({ lines }) => lines.length)).toEqual([...Array(9).fill(2), 100]);
    expect(listed.at(-1)?.lines[99]?.line).toEqual({ place: 100, of: 100 });
  });
});

describe('a response that would be too long', () => {
  test.each(['/purchases', '/tools', '/inventory?sort=-name', '/messages'])(
    '%s ends early, and its links lead through all entries',
    async (path) => {
      const pages = (await walk(path, path === '/purchases' ? callers.ada : callers.owner)).map(toIds);
      expect(pages[0]?.length).toBeLessThan(100);
      expect(new Set(pages.flat()).size).toBe(pages.flat().length);
      const each = await walk(
        `${path}${path.includes('?') ? '&' : '?'}limit=30`,
        path === '/purchases' ? callers.ada : callers.owner,
      );
      const isPlain = !path.includes('?');
      const toOrder = (found: string[][]) => (isPlain ? found.toReversed() : found).flat();
      expect(toOrder(pages)).toEqual(toOrder(each.map(toIds)));
    },
  );

  test('refunds and the tools of a bulk change are also sent in parts', async () => {
    const parts = await walk(`/purchases/${things.purchase}/refunds`);
    const ids = parts.toReversed().flatMap(toIds);
    expect([parts.length > 1, ids.length, new Set(ids).size]).toEqual([true, 250, 250]);
    const changes = await walk(`/bulk-changes/${things.bulkChange}`, callers.owner);
    const rows = changes.flatMap((change) => objectBody(change).rows as { _id: string }[]);
    expect([changes.length > 1, rows.length, new Set(rows.map(({ _id }) => _id)).size]).toEqual([true, 1000, 1000]);
  });
});

test.each([
  ['/inventory', 50],
  ['/tools', 24],
])('the page of %s shows all entries by page number, even if they are sent in parts', async (path, pageSize) => {
  vi.stubGlobal('localStorage', { getItem: () => callers.owner.token });
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => shop.app.request(`${shop.origin}${url}`, init));
  const shown: string[] = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const search = new URLSearchParams({ page: String(page) });
    const found = await fetchListPage<{ _id: string }>({ path, pageSize, states: [], sorts: [] } as never, search);
    if (!found.ok) throw new Error(found.problem.detail);
    last = Math.ceil(found.value.total / pageSize);
    expect(found.value.rows).toHaveLength(page < last ? pageSize : found.value.total - (last - 1) * pageSize);
    shown.push(...found.value.rows.map(({ _id }) => _id));
  }
  expect(shown.length).toBeGreaterThan(900);
  expect(new Set(shown).size).toBe(shown.length);
});

test('an account that sends many reads at once must wait, but no other account does', async () => {
  // A lock prevents the first reads from ending before the last one has arrived.
  const held = await shop.database.pool.connect();
  await held.query('begin; lock table purchases in access exclusive mode');
  const mine = Array.from({ length: 60 }, () => get('/purchases?limit=1'));
  const refused: ApiResponse[] = [];
  for (const one of mine) void one.then((response) => response.status === 503 && refused.push(response));
  await expect.poll(() => refused.length).toBe(20);
  expect(refused[0]?.headers.get('retry-after')).toBe('1');
  expect((await get('/user?limit=1', callers.owner)).status).toBe(200);
  expect((await get('/outbox?limit=1', callers.owner)).status).toBe(200);
  await held.query('rollback');
  held.release();
  const statuses = (await Promise.all(mine)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(40);
});

test('expensive reads of one account are rate limited', async () => {
  const { limits } = shop.context;
  const { userId, token } = await shop.signUp();
  expect(await limits.consume('costlyRead', userId, 600)).toBeNull();
  const refused = await shop.call('GET', '/purchases', { token });
  expect([refused.status, objectBody(refused).code]).toEqual([429, 'too_many_requests']);
  expect((await get('/purchases?limit=1')).status).toBe(200);
});
