import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedTool } from '#src/seed/factories.server.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { createTool, getToolRow, listBody, objectBody, placeOrder, statusAndCode } from './order-helpers.ts';

let shop: TestShop;
let admin: TestUser;
let customer: TestUser;
const ids: string[] = [];

beforeAll(async () => {
  shop = await createTestShop();
  [admin, customer] = await Promise.all([shop.createAdmin(), shop.signUp()]);
  for (let at = 0; at < 130; at += 1) ids.push(await seedTool(shop.database.db, { itemName: `Tool ${at}` }));
});
afterAll(() => shop.close());

const newTool = {
  itemName: 'Bench vise',
  about: 'Jaws of 120 mm.\nHolds.',
  balance: 129.5,
  quantity: 40,
  minOrderQuantity: 2,
  picture: '/images/drawings/bench-vise.svg',
};
/** Returns the ids of all tools, oldest first. */
const stored = async (): Promise<unknown[]> => (await shop.sql`select id from tools order by seq`).map((row) => row.id);
const getIds = (rows: Record<string, unknown>[]) => rows.map((row) => row._id);

describe('GET /tools', () => {
  test('without parameters returns the newest 100, in ascending order', async () => {
    const response = await shop.call('GET', '/tools');
    expect(response.status).toBe(200);
    expect(getIds(listBody(response))).toEqual((await stored()).slice(-100));
  });

  test('returns every field of a tool with its specified type', async () => {
    const id = await seedTool(shop.database.db, { itemName: 'Spirit level' });
    shop.context.responseCache.invalidate(['tools']);
    const [tool] = listBody(await shop.call('GET', '/tools?limit=1'));
    expect(tool).toMatchObject({
      _id: id,
      itemName: 'Spirit level',
      about: expect.any(String),
      balance: 18.9,
      quantity: 100,
      minOrderQuantity: 10,
      picture: expect.stringMatching(/^\/images\//),
    });
  });

  test('with limit returns the latest ones', async () => {
    expect(getIds(listBody(await shop.call('GET', '/tools?limit=6')))).toEqual((await stored()).slice(-6));
  });

  test('with before returns only older ones, so that clients can page through all', async () => {
    const seen: unknown[] = [];
    let before = '';
    for (let page = 0; page < 10; page += 1) {
      const rows = getIds(listBody(await shop.call('GET', `/tools?limit=50${before}`)));
      if (!rows.length) break;
      seen.unshift(...rows);
      before = `&before=${String(rows[0])}`;
    }
    expect(seen).toEqual(await stored());
  });

  test.each([
    'limit=0',
    'limit=101',
    'limit=-1',
    'limit=1.5',
    'limit=all',
    'limit=',
    'limit=1&limit=2',
    'before=',
    'before=../../etc',
    `before=${'a'.repeat(25)}`,
  ])('rejects ?%s at its field', async (query) => {
    const response = await shop.call('GET', `/tools?${query}`);
    expect(statusAndCode(response)).toBe('422 invalid');
    expect(Object.keys(objectBody(response).errors as object)).toEqual([
      query.startsWith('limit') ? 'limit' : 'before',
    ]);
  });

  test('with an unknown but well-formed before returns an empty page', async () => {
    expect(listBody(await shop.call('GET', `/tools?before=${'a'.repeat(24)}`))).toEqual([]);
  });
});

describe('GET /tools/{id}', () => {
  test('returns one tool to everyone', async () => {
    for (const token of [undefined, customer.token, admin.token]) {
      const response = await shop.call('GET', `/tools/${ids[0]}`, { token });
      expect([response.status, objectBody(response)._id]).toEqual([200, ids[0]]);
    }
  });

  test.each([
    'a'.repeat(24),
    'short',
    '%00',
    '..%2f..%2fetc%2fpasswd',
    "'%20or%201=1--",
    '%F0%9F%94%A8',
    'a'.repeat(5_000),
  ])('returns 404 for the id %s', async (id) => {
    expect(statusAndCode(await shop.call('GET', `/tools/${id}`))).toBe('404 not_found');
  });
});

describe('POST /tools', () => {
  test('stores an admin’s tool from the specified payload, and lists show it at once', async () => {
    const [before] = getIds(listBody(await shop.call('GET', '/tools?limit=1')));
    const response = await shop.call('POST', '/tools', { token: admin.token, body: newTool });
    expect([response.status, objectBody(response).acknowledged]).toEqual([201, true]);
    const insertedId = String(objectBody(response).insertedId);
    expect(objectBody(await shop.call('GET', `/tools/${insertedId}`))).toMatchObject({ _id: insertedId, ...newTool });
    expect(getIds(listBody(await shop.call('GET', '/tools?limit=2')))).toEqual([before, insertedId]);
  });

  test('accepts numbers as the text that a form sends', async () => {
    const body = { ...newTool, balance: '129.50', quantity: '40', minOrderQuantity: '2' };
    const response = await shop.call('POST', '/tools', { token: admin.token, body });
    const tool = await getToolRow(shop, String(objectBody(response).insertedId));
    expect([tool.unitPriceMinor, tool.available, tool.minOrderQuantity]).toEqual([12_950, 40, 2]);
  });

  test.each<[string, unknown]>([
    ['itemName', undefined],
    ['itemName', ''],
    ['itemName', '   '],
    ['itemName', 'a\u0000b'],
    ['itemName', 'x'.repeat(121)],
    ['itemName', 7],
    ['about', undefined],
    ['about', 'x'.repeat(2_001)],
    ['balance', undefined],
    ['balance', 0],
    ['balance', -1],
    ['balance', 0.001],
    ['balance', 'free'],
    ['balance', 1e300],
    ['balance', null],
    ['quantity', undefined],
    ['quantity', -1],
    ['quantity', 1.5],
    ['quantity', 1e9],
    ['quantity', '1e3'],
    ['quantity', true],
    ['minOrderQuantity', undefined],
    ['minOrderQuantity', 0],
    ['minOrderQuantity', [1]],
    ['picture', undefined],
    ['picture', 'javascript:alert(1)'],
    ['picture', 'http://pictures.example/a.png'],
    ['picture', '/images/../../etc/passwd'],
    ['picture', 'https://a.example/"><script>'],
    ['picture', `/images/${'a'.repeat(24)}_10x10.webp`],
    ['picture', '/images/drawings/no-such-tool.svg'],
    ['picture', '/images/drawings/constructor.svg'],
    ['picture', '/images/og/home.png'],
    ['picture', '/images/x'],
    ['owner', 'me'],
    ['_id', 'a'.repeat(24)],
    ['constructor', 'x'],
  ])('rejects %s: %j at its field', async (field, value) => {
    const response = await shop.call('POST', '/tools', { token: admin.token, body: { ...newTool, [field]: value } });
    expect(statusAndCode(response)).toBe('422 invalid');
    expect(Object.keys(objectBody(response).errors as object)).toEqual([field]);
  });

  test('accepts an uploaded image in any width, but none that is still uploading', async () => {
    const add = async (picture: string) =>
      statusAndCode(await shop.call('POST', '/tools', { token: admin.token, body: { ...newTool, picture } }));
    const id = 'Aa1'.repeat(8);
    const old = 'Bb2'.repeat(8);
    await shop.query(
      'insert into images (id, owner_id, width, height, generation) values ($1, $3, 900, 600, 2), ($2, $3, 900, 600, 1)',
      [id, old, admin.userId],
    );
    for (const name of [`${id}_900x600_2`, `${id}_900x600_2-480`, `${old}_900x600`, `${old}_900x600-400`])
      expect(await add(`/images/${name}.webp`)).toBe('201');
    for (const name of [
      `${id}_900x601_2`,
      `${id}_900x600_2-400`,
      `${id}_900x600`,
      `${old}_900x600-480`,
      `${old}_900x600_2`,
    ])
      expect(await add(`/images/${name}.webp`), name).toBe('422 invalid');
    expect(await add('https://pictures.example/hammer.jpg')).toBe('201');
    await shop.sql`update images set uploading = true where id = ${id}`;
    expect(await add(`/images/${id}_900x600_2.webp`)).toBe('422 invalid');
  });

  test('rejects a body that is not JSON', async () => {
    expect(statusAndCode(await shop.call('POST', '/tools', { token: admin.token, body: '{"itemName":' }))).toBe(
      '400 malformed_json',
    );
    for (const body of ['null', '[]', '"text"', '7']) {
      expect(statusAndCode(await shop.call('POST', '/tools', { token: admin.token, body }))).toBe('422 invalid');
    }
  });
});

describe('a cached response', () => {
  test('has an ETag, gets 304 while valid, and is new after an order took stock', async () => {
    const tool = await createTool(shop);
    for (const path of ['/tools?limit=6', `/tools/${tool.id}`, '/tools']) {
      const etag = (await shop.call('GET', path)).headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[\w-]{22}"$/);
      const again = await shop.call('GET', path, { headers: { 'if-none-match': etag } });
      expect([again.status, again.body, again.headers.get('x-content-type-options')]).toEqual([304, '', 'nosniff']);
    }
    const etag = (await shop.call('GET', `/tools/${tool.id}`)).headers.get('etag') ?? '';
    const orderId = await placeOrder(shop, customer, tool, 30);
    const fresh = await shop.call('GET', `/tools/${tool.id}`, { headers: { 'if-none-match': etag } });
    expect([fresh.status, objectBody(fresh).quantity]).toEqual([200, 70]);
    await shop.call('DELETE', `/order/${orderId}`, { token: customer.token });
    expect(objectBody(await shop.call('GET', `/tools/${tool.id}`)).quantity).toBe(100);
    expect(listBody(await shop.call('GET', '/tools?limit=1'))[0]?.quantity).toBe(100);
  });

  test('tells other caches to revalidate, and hides its cache tags', async () => {
    for (const method of ['GET', 'HEAD']) {
      const response = await shop.call(method, '/tools?limit=1');
      expect([response.status, response.headers.get('cache-control'), response.headers.get('x-cache-tags')]).toEqual([
        200,
        'public, no-cache',
        null,
      ]);
    }
  });

  test('of HEAD has the headers of GET without a body, and does not break the next GET', async () => {
    shop.context.responseCache.invalidate(['tools']);
    const [head, get] = [await shop.call('HEAD', '/tools?limit=3'), await shop.call('GET', '/tools?limit=3')];
    expect([head.status, head.body, head.headers.get('content-type')]).toEqual([200, '', 'application/json']);
    expect(listBody(get)).toHaveLength(3);
  });
});
