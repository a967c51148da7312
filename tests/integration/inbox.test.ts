import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TO_WIRE_STATE } from '#src/features/mail/contract.ts';
import { MAIL_KINDS } from '#src/features/mail/mail-kinds.ts';
import { MAIL_STATES } from '#src/features/mail/rules.ts';
import { confirmSubscriber, markLeft, upsertSubscriber } from '#src/features/newsletter/queries.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { seedMessage, seedQuote } from '#src/seed/factories.server.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { fetchAllPages, getColumn, getTotalCount, toSearchQuery } from './list-helpers.ts';
import { type ApiResponse, listBody, objectBody, statusAndCode } from './order-helpers.ts';

let shop: TestShop;
let admin: TestUser;

const get = (path: string, token: string | undefined = admin.token): Promise<ApiResponse> =>
  shop.call('GET', path, { token });
const read = async (path: string) => listBody(await get(path));
const mark = (path: string, id: unknown, done: unknown) =>
  shop.call('PUT', `${path}/${id}`, { token: admin.token, body: { done } as object });

/** The total count of each list, from its header. */
async function expectTotals(path: string, expected: Record<string, number>): Promise<void> {
  const found: Record<string, number> = {};
  for (const query of Object.keys(expected)) found[query] = getTotalCount(await get(`${path}?${query}`));
  expect(found).toEqual(expected);
}

beforeAll(async () => {
  shop = await createTestShop();
  admin = await shop.createAdmin();
  const { db } = shop.database;
  for (let at = 0; at < 12; at += 1) {
    const sender = { name: at % 2 ? 'Émile Roux' : 'Bob Stone', email: `buyer${at}@quarry.example` };
    const quote = await seedQuote(db, {
      ...sender,
      product: at % 3 ? 'Bench vise, 120 mm' : '100%_sure \\ level',
      quantity: 10 * (1 + (at % 4)),
      company: at % 4 ? '' : 'Byron & Daughters',
    });
    const message = await seedMessage(db, { ...sender, subject: `Crate no. ${at}`, message: `A dent.\nLine ${at}` });
    if (at % 3 === 0)
      for (const [path, id] of Object.entries({ quotes: quote, messages: message })) await mark(`/${path}`, id, true);
    const { id } = await upsertSubscriber(db, `reader${String(at).padStart(2, '0')}@hall.example`);
    if (at % 3) await confirmSubscriber(db, id);
    if (at % 3 === 2) await markLeft(db, id);
  }
  for (const [at, kind] of MAIL_KINDS.entries()) {
    const state = MAIL_STATES[at % MAIL_STATES.length];
    await shop.query(
      `insert into mails (id, kind, recipient, subject, text, state, sent_at)
       values ($1, $2, $3, $4, $5, $6, case when $6 = 'sent' then now() end)`,
      [newIdentifier(), kind, `to${at}@hall.example`, `Letter ${at}`, `Order aBc${at}xyz`, state],
    );
  }
});
afterAll(() => shop.close());

describe.each([
  ['/quotes', seedQuote],
  ['/messages', seedMessage],
] as const)('the inbox list %s', (path, build) => {
  test('is paginated by limit and before, oldest first', async () => {
    const all = (await read(path)).map(({ _id }) => _id);
    const page = await read(`${path}?limit=2&before=${all.at(-1)}`);
    expect(page.map(({ _id }) => _id)).toEqual(all.slice(-3, -1));
    expect(statusAndCode(await shop.call('GET', `${path}?limit=101`, { token: admin.token }))).toBe('422 invalid');
  });

  test('counts open entries while one is marked done and reopened, each once', async () => {
    const id = await build(shop.database.db);
    const open = async () => objectBody(await shop.call('GET', '/inbox', { token: admin.token }))[path.slice(1)];
    const before = Number(await open());
    expect(objectBody(await mark(path, id, true)).modifiedCount).toBe(1);
    expect(objectBody(await mark(path, id, true)).modifiedCount).toBe(0);
    expect((await read(`${path}?limit=1`))[0]?.done).toBe(true);
    expect(await open()).toBe(before - 1);
    expect(objectBody(await mark(path, id, false)).modifiedCount).toBe(1);
    expect(objectBody(await mark(path, id, false)).modifiedCount).toBe(0);
    expect(await open()).toBe(before);
    for (const wrong of ['yes', 1, null, undefined])
      expect(statusAndCode(await mark(path, id, wrong))).toBe('422 invalid');
  });

  test.each(['nope', 'a'.repeat(24), '%00'])('returns 404 for the id %s', async (id) => {
    expect(statusAndCode(await mark(path, id, true))).toBe('404 not_found');
  });

  test('is filtered by open and done, and its totals follow at once', async () => {
    const totals = async () => [
      getTotalCount(await get(`${path}?state=open`)),
      getTotalCount(await get(`${path}?state=done`)),
    ];
    const [open, done] = (await totals()) as [number, number];
    expect(done).toBeGreaterThan(3);
    const [one] = await read(`${path}?state=open&limit=1`);
    await mark(path, one?._id, true);
    expect(await totals()).toEqual([open - 1, done + 1]);
    expect(getColumn(await get(`${path}?state=open`), '_id')).not.toContain(one?._id);
    expect(new Set(getColumn(await get(`${path}?state=done`), 'done'))).toEqual(new Set([true]));
    await mark(path, one?._id, false);
    expect(await totals()).toEqual([open, done]);
    expect((await read(`${path}?state=open&limit=1`))[0]).toEqual(one);
  });
});

describe.each(['/quotes', '/messages', '/subscribers', '/outbox'])('the list at %s', (path) => {
  test('without list parameters is ascending and has no total', async () => {
    for (const query of ['', '?limit=5', '?q=', '?q=%20']) {
      const response = await get(path + query);
      expect(getColumn(response, 'createdAt')).toEqual([...getColumn(response, 'createdAt')].sort());
      expect(response.headers.has('x-total-count')).toBe(false);
    }
  });

  test('has every entry once across its pages, newest or oldest first', async () => {
    const all = (await read(path)).map(({ _id }) => _id);
    const newest = await fetchAllPages(get, `${path}?sort=-created`, 5);
    expect(newest.map(({ _id }) => _id)).toEqual(all.toReversed());
    expect((await fetchAllPages(get, `${path}?sort=created`, 4)).map(({ _id }) => _id)).toEqual(all);
    expect(getTotalCount(await get(`${path}?limit=5&page=2`))).toBe(all.length);
  });

  test('is for admins only, with any parameters', async () => {
    const customer = await shop.signUp();
    expect(statusAndCode(await get(`${path}?q=a`, customer.token))).toBe('403 forbidden');
    expect(statusAndCode(await shop.call('GET', `${path}?page=1`))).toBe('401 unauthenticated');
  });
});

test('quote requests are searched by product, message, name, company and email, and sorted by quantity', async () => {
  const found = {
    [toSearchQuery('BENCH vise émile')]: 4,
    [toSearchQuery('byron')]: 3,
    [toSearchQuery('quarry.example')]: 12,
    [toSearchQuery('crates quarry')]: 12,
    [toSearchQuery('buyer11@')]: 1,
    [toSearchQuery('100%_')]: 4,
    [toSearchQuery('1_0')]: 0,
    [toSearchQuery('stoneend')]: 0,
    [`${toSearchQuery('byron')}&state=done`]: 1,
  };
  await expectTotals('/quotes', found);
  const quantities = (await fetchAllPages(get, `/quotes?${toSearchQuery('quarry.example')}&sort=-quantity`, 5)).map(
    ({ quantity }) => Number(quantity),
  );
  expect(quantities).toEqual([40, 40, 40, 30, 30, 30, 20, 20, 20, 10, 10, 10]);
});

test('messages are searched by subject, text, name and email', async () => {
  await expectTotals('/messages', {
    [toSearchQuery('crate dent')]: 12,
    [toSearchQuery('no. 11')]: 1,
    [toSearchQuery('stone quarry')]: 6,
    [toSearchQuery('émile 3@')]: 1,
    [`${toSearchQuery('crate')}&state=done`]: 4,
    [toSearchQuery('nothing-like-it')]: 0,
  });
});

test('subscribers are searched, filtered by state and sorted', async () => {
  await expectTotals('/subscribers', {
    'page=1': 12,
    'state=pending': 4,
    'state=confirmed': 4,
    'state=left': 4,
    'q=READER0': 10,
    'q=reader0&state=left': 3,
    'q=%25': 0,
  });
  const emails = (await fetchAllPages(get, '/subscribers?sort=-email', 5)).map(({ email }) => email);
  expect(emails).toEqual(
    ['11', '10', '09', '08', '07', '06', '05', '04', '03', '02', '01', '00'].map((at) => `reader${at}@hall.example`),
  );
});

test('emails are searched by recipient, subject and text, and filtered by kind or state', async () => {
  const hall = toSearchQuery('hall.example');
  await expectTotals('/outbox', {
    [hall]: MAIL_KINDS.length,
    [toSearchQuery('hall letter 9')]: MAIL_KINDS.filter((_, at) => String(at).includes('9')).length,
    [toSearchQuery('ABC4XYZ')]: 1,
    [toSearchQuery('$1 \\ %')]: 0,
    ...Object.fromEntries(MAIL_KINDS.map((kind) => [`${hall}&state=${kind}`, 1])),
    ...Object.fromEntries(
      MAIL_STATES.map((state, nth) => [
        `${hall}&state=${TO_WIRE_STATE[state]}`,
        MAIL_KINDS.filter((_, at) => at % MAIL_STATES.length === nth).length,
      ]),
    ),
  });
});

test.each([
  ['/quotes', 'state=placed'],
  ['/messages', 'sort=quantity'],
  ['/subscribers', 'state=open'],
  ['/outbox', 'state=order'],
])('%s rejects ?%s at its field', async (path, query) => {
  const response = await get(`${path}?${query}`);
  expect(statusAndCode(response)).toBe('422 invalid');
  expect(Object.keys(objectBody(response).errors as object)).toEqual([query.split('=')[0]]);
});
