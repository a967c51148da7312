import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MAX_TOTAL } from '#src/shared/pagination.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { fillLists, ROWS } from './filled-lists.ts';
import { type ApiResponse, listBody, objectBody, statusAndCode } from './order-helpers.ts';

let shop: TestShop;
let owner: TestUser;

const get = (path: string): Promise<ApiResponse> => shop.call('GET', path, { token: owner.token });

/** Returns the path of the next page under `/api`, or null at the end of the list. */
function getNext(response: ApiResponse): string | null {
  const link = response.headers.get('link');
  if (link === null) return null;
  const [, path] = /^<\/api(\/[^>]+)>; rel="next"$/.exec(link) ?? [];
  if (path === undefined) throw new Error(`no link: ${link}`);
  return path;
}

/** Follows the links and returns the ids of each page. */
async function walk(path: string, change: (page: number) => Promise<void> = async () => {}): Promise<string[][]> {
  const pages: string[][] = [];
  for (let next: string | null = path; next !== null; ) {
    const response: ApiResponse = await get(next);
    expect([next, response.status]).toEqual([next, 200]);
    pages.push(listBody(response).map(({ _id }) => String(_id)));
    await change(pages.length);
    next = getNext(response);
    expect(pages.length).toBeLessThan(ROWS);
  }
  return pages;
}

beforeAll(async () => {
  shop = await createTestShop();
  owner = await shop.createOwner();
  await fillLists(shop.database.pool, ROWS);
});
afterAll(() => shop.close());

const SORTS: Record<string, string[]> = {
  '/orders': ['created', 'total', 'quantity'],
  '/user': ['created', 'name', 'email'],
  '/tools': ['created', 'name', 'price', 'minimum', 'stock'],
  '/inventory': ['created', 'name', 'price', 'minimum', 'stock', 'cover'],
  '/payments': ['created', 'amount'],
  '/quotes': ['created', 'quantity'],
  '/subscribers': ['created', 'email'],
  '/purchases': ['created'],
  '/messages': ['created'],
  '/outbox': ['created'],
  '/audit': ['created'],
  '/reviews': ['created'],
  '/bulk-changes': ['created'],
};

describe('following the links of', () => {
  test.each(Object.keys(SORTS))(
    '%s visits each row once, in every sort order, like its numbered pages',
    async (path) => {
      for (const key of SORTS[path] ?? [])
        for (const sort of [key, `-${key}`]) {
          const ids = (await walk(`${path}?sort=${sort}&limit=9`)).flat();
          expect([sort, ids.length, new Set(ids).size]).toEqual([sort, ids.length, ids.length]);
          const response = await get(`${path}?sort=${sort}&limit=100&page=1`);
          expect([sort, ids]).toEqual([sort, listBody(response).map(({ _id }) => _id)]);
          expect([sort, response.headers.get('x-total-count')]).toEqual([sort, String(ids.length)]);
          expect(ids.length).toBeGreaterThanOrEqual(ROWS);
        }
    },
  );

  test.each(Object.keys(SORTS))('%s in its plain form goes back through all entries', async (path) => {
    const pages = await walk(`${path}?limit=9`);
    const all = listBody(await get(path)).map(({ _id }) => _id);
    expect(pages.reverse().flat()).toEqual(all);
    expect(new Set(all).size).toBe(all.length);
  });

  test('a category with filters visits each tool once, in every sort order, like its numbered pages', async () => {
    const { pool } = shop.database;
    await pool.query("insert into categories (id, name, slug) values ('walkedcategory0000000001', 'Walked', 'walked')");
    await pool.query("update tools set category_id = 'walkedcategory0000000001' where state = 'on_sale'");
    for (const key of ['created', 'name', 'price', 'minimum', 'stock'])
      for (const sort of [key, `-${key}`]) {
        const path = `/tools?category=walked&minimum.max=1000&sort=${sort}`;
        const ids = (await walk(`${path}&limit=9`)).flat();
        const response = await get(`${path}&limit=100&page=1`);
        expect([sort, ids]).toEqual([sort, listBody(response).map(({ _id }) => _id)]);
        expect([sort, response.headers.get('x-total-count')]).toEqual([sort, String(ids.length)]);
        expect(ids.length).toBeGreaterThanOrEqual(ROWS);
      }
  });

  test('a search stays within its results, and has its total on each page', async () => {
    const found = await get('/orders?q=muller&sort=total&limit=5');
    expect(Number(found.headers.get('x-total-count'))).toBe(ROWS / 2);
    const next = getNext(found) ?? '';
    expect(new URLSearchParams(next.split('?')[1]).get('q')).toBe('muller');
    expect((await get(next)).headers.get('x-total-count')).toBe(String(ROWS / 2));
    expect(new Set((await walk('/orders?q=muller&sort=total&limit=5')).flat()).size).toBe(ROWS / 2);
  });

  test('a list continues in the same place, even if its rows were deleted in the meantime', async () => {
    const pages = await walk('/subscribers?limit=10', async (page) => {
      if (page === 1) await shop.sql`delete from subscribers where seq >= (select max(seq) - 9 from subscribers)`;
    });
    expect(pages.flat()).toHaveLength(ROWS);
  });

  test('ends with a page without a link', async () => {
    expect(getNext(await get('/orders?page=1&limit=100'))).toBeNull();
    expect(getNext(await get('/orders?limit=100'))).toBeNull();
  });
});

test('a cursor for another sort order, or an invalid one, is rejected with an explanation', async () => {
  const cursor = new URLSearchParams((getNext(await get('/orders?sort=total&limit=5')) ?? '').split('?')[1]).get(
    'cursor',
  );
  expect((await get(`/orders?sort=total&cursor=${cursor}`)).status).toBe(200);
  for (const query of [`sort=-total&cursor=${cursor}`, `cursor=${cursor}`, 'sort=total&cursor=x', 'cursor=%F0']) {
    const response = await get(`/orders?${query}`);
    expect([query, statusAndCode(response)]).toEqual([query, '422 invalid']);
    expect(objectBody(response).errors).toEqual({ cursor: expect.stringContaining('Link header') });
  }
  const far = await get('/orders?page=101');
  expect(objectBody(far).errors).toEqual({ page: expect.stringContaining('follow the cursor') });
});

describe('a total', () => {
  test('is exact up to 10,000, then 10000+, and pages continue past it', async () => {
    const { pool, fill } = shop.database;
    const add = (from: number, until: number) =>
      fill(
        `insert into subscribers (id, email) select 'n' || lpad(i::text, 23, '0'), 'n' || i || '@more.example' from generate_series($1::int, $2::int) i`,
        [from, until],
      );
    const total = async (query: string) => (await get(`/subscribers?${query}`)).headers.get('x-total-count');
    const { rows } = await pool.query('select count(*)::int as count from subscribers');
    await add(1, MAX_TOTAL - rows[0].count);
    expect(await total('page=1')).toBe('10000');
    expect(await total('page=100&limit=100')).toBe('10000');
    await add(20_000, 20_100);
    expect(await total('page=1')).toBe('10000+');
    expect(await total('q=more')).toBe('10000+');
    const last = await get('/subscribers?page=100&limit=100');
    const beyond = await get(getNext(last) ?? '');
    const seen = new Set([...listBody(last), ...listBody(beyond)].map(({ _id }) => _id));
    expect([beyond.headers.get('x-total-count'), seen.size]).toEqual(['10000+', 200]);
  });
});
