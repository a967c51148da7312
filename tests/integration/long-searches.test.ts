import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { recordStatements } from './list-plans.ts';
import { type ApiResponse, listBody, objectBody } from './order-helpers.ts';

let shop: TestShop;
let admin: TestUser;

const search = (q: string, more = ''): Promise<ApiResponse> =>
  shop.call('GET', `/subscribers?q=${encodeURIComponent(q)}&limit=3${more}`, { token: admin.token });
const getTotal = ({ headers }: ApiResponse) => headers.get('x-total-count');
const getEmails = (response: ApiResponse) => listBody(response).map(({ email }) => email);

/** Adds 24,000 subscribers. All but some of the oldest match `common`, and 9,999 match `nearly`. */
async function addSubscribers() {
  await shop.database.fill(`insert into subscribers (id, email, state)
     select 'x' || lpad(n::text, 23, '0'), case when n <= 2000 then 'older' else 'common' end || n
       || case when n % 2 = 0 and n > 4002 then '.nearly' else '' end || '@many.example', 'pending'
     from generate_series(1, 24000) n`);
}

beforeAll(async () => {
  shop = await createTestShop();
  admin = await shop.createOwner();
  await addSubscribers();
  await shop.sql`analyze subscribers`;
});
afterAll(() => shop.close());

const expectSearches = async () => {
  const common = await search('common');
  expect(getTotal(common)).toBe('10000+');
  expect(getEmails(common)).toEqual(
    ['common24000.nearly', 'common23999', 'common23998.nearly'].map((name) => `${name}@many.example`),
  );
  const nearly = await search('NEARLY');
  expect([getTotal(nearly), getEmails(nearly)[1]]).toEqual(['9999', 'common23998.nearly@many.example']);
  const older = await search('older many', '&page=2');
  expect([getTotal(older), getEmails(older)[0]]).toEqual(['2000', 'older1997@many.example']);
  const [one, none] = [await search('common4711@many.example'), await search('zzyzx')];
  expect([getTotal(one), getEmails(one)]).toEqual(['1', ['common4711@many.example']]);
  expect([getTotal(none), getEmails(none)]).toEqual(['0', []]);
};

test('a search counts exactly up to 10,000, in the order of the list, no matter how common its words are', async () => {
  await expectSearches();
  const byName = await search('nearly', '&sort=email');
  expect(getEmails(byName)[0]).toBe('common10000.nearly@many.example');
  const next = /cursor=([\w-]+)/.exec(byName.headers.get('link') ?? '')?.[1];
  const following = await search('nearly', `&sort=email&cursor=${next}`);
  expect([getTotal(following), getEmails(following)[0]]).toEqual(['9999', 'common10006.nearly@many.example']);
});

test('a search is sampled once for all its pages and sort orders, but not if the letters of its words are known to be rare', async () => {
  const countSamples = async (q: string, more?: string) => {
    const statements = await recordStatements(async () => {
      expect((await search(q, more)).status).toBe(200);
    });
    return statements.filter(({ text }) => text.includes('sample_place')).length;
  };
  expect(await countSamples('ommo')).toBeGreaterThan(0);
  expect(await countSamples('ommo', '&page=2')).toBe(0);
  expect(await countSamples('ommo', '&sort=-email')).toBe(0);
  expect(await countSamples('ommo', '&state=pending')).toBeGreaterThan(0);
  expect(await countSamples('qwxqwx')).toBe(0);
});

test('without the index of its words, it finds the same', async () => {
  await shop.sql`begin; drop index subscribers_searched; commit`;
  await expectSearches();
});

test('two letters are found if many rows have them, and rejected if few of very many rows do', async () => {
  expect(getTotal(await search('zq'))).toBe('0');
  // Simulates that all other rows were deleted.
  await shop.sql`update subscribers set email = 'zq' || email where id like '%7'`;
  await shop.sql`alter table subscribers alter seq restart with 300000`;
  await shop.sql`insert into subscribers (id, email, state) values ('last', 'last@many.example', 'pending')`;
  expect(getTotal(await search('co'))).toBe('10000+');
  const refused = await search('zq');
  expect([refused.status, objectBody(refused).errors]).toEqual([422, { q: expect.stringMatching(/three letters/) }]);
  expect(getTotal(await search('zq 4717'))).toBe('2');
});
