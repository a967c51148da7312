import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expirePurchases } from '#src/flows/cancellations/expire-purchases.server.ts';
import { formatCursor } from '#src/shared/list-cursor.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { fetchAllPages, getColumn, getTotalCount, toSearchQuery } from './list-helpers.ts';
import {
  type ApiResponse,
  createTool,
  listBody,
  objectBody,
  payOrder,
  placeOrder,
  statusAndCode,
} from './order-helpers.ts';
import { type PlacedPurchase, payPurchase, placePurchase } from './purchase-helpers.ts';

let shop: TestShop;
let admin: TestUser;
let ada: TestUser;
let bob: TestUser;
/** The ids of Ada's 25 orders, oldest first. Every third is paid, and every fifth of those is shipped. */
const ordered: string[] = [];
let bobsOrder: string;

const get = (path: string, token: string | undefined = admin.token): Promise<ApiResponse> =>
  shop.call('GET', path, { token });
beforeAll(async () => {
  shop = await createTestShop();
  admin = await shop.createAdmin();
  ada = await shop.signUp({ email: 'ada.byron@works.example', displayName: 'Ada Byron' });
  bob = await shop.signUp({ email: 'bob@quarry.example', displayName: 'Bob Stone' });
  const tool = await createTool(shop, { itemName: 'Bench vise, 120 mm', quantity: 1_000, minOrderQuantity: 1 });
  for (let at = 0; at < 25; at += 1) ordered.push(await placeOrder(shop, ada, tool, 1 + (at % 4)));
  for (const [at, id] of ordered.entries()) {
    if (at % 3 === 0) await payOrder(shop, ada, id);
    if (at % 15 === 0) await shop.call('PUT', `/updateStatus/${id}`, { token: admin.token, body: {} });
  }
  const level = await createTool(shop, { itemName: '100%_sure \\ "level"', unitPriceMinor: 99_000 });
  bobsOrder = await placeOrder(shop, bob, level, 10);
  const canceled = await placeOrder(shop, bob, tool, 1);
  await shop.call('DELETE', `/order/${canceled}`, { token: bob.token });
});
afterAll(() => shop.close());

describe('GET /orders as a list', () => {
  test('without list parameters is ascending and has no total', async () => {
    for (const path of ['/orders', '/orders?limit=5', '/orders?q=', '/orders?q=%20%20']) {
      const response = await get(path);
      expect(getColumn(response, 'createdAt')).toEqual([...getColumn(response, 'createdAt')].sort());
      expect(response.headers.has('x-total-count')).toBe(false);
    }
    expect(getColumn(await get(`/orders?limit=3&before=${ordered[10]}`), '_id')).toEqual(ordered.slice(7, 10));
  });

  test('has every live order once across its pages, newest first, with their total', async () => {
    const rows = await fetchAllPages(get, '/orders', 7);
    expect(rows.map((row) => row._id)).toEqual([bobsOrder, ...ordered.toReversed()]);
    for (const page of [1, 2, 4, 5, 100]) expect(getTotalCount(await get(`/orders?limit=7&page=${page}`))).toBe(26);
    expect(listBody(await get('/orders?limit=7&page=5'))).toEqual([]);
  });

  test('is sorted in both directions, with a stable order of equal rows across pages', async () => {
    for (const [key, field, steps] of [
      ['total', 'price', [18.9, 37.8, 56.7, 75.6, 9_900]],
      ['quantity', 'quantity', [1, 2, 3, 4, 10]],
    ] as const) {
      const up = await fetchAllPages(get, `/orders?sort=${key}`, 4);
      const down = await fetchAllPages(get, `/orders?sort=-${key}`, 6);
      const values = up.map((row) => Number(row[field]));
      expect(values.filter((value, at) => value !== values[at - 1])).toEqual(steps);
      expect(new Set(up.map((row) => row._id)).size).toBe(26);
      expect(down.map((row) => row._id)).toEqual(up.map((row) => row._id).reverse());
    }
    const oldest = await get('/orders?sort=created&limit=3');
    expect(getColumn(oldest, '_id')).toEqual(ordered.slice(0, 3));
  });

  test('is filtered by state, alone and together with a search', async () => {
    const counts = { placed: 17, paid: 7, shipped: 2 };
    for (const [state, count] of Object.entries(counts)) {
      const response = await get(`/orders?state=${state}&limit=5`);
      expect([getTotalCount(response), new Set(getColumn(response, 'state'))]).toEqual([count, new Set([state])]);
    }
    expect(getTotalCount(await get('/orders?state=placed&q=vise'))).toBe(16);
    expect(getTotalCount(await get('/orders?state=paid&q=bob%40quarry'))).toBe(0);
  });

  test('is searched by tool, customer, email, id and transaction id, ignoring case', async () => {
    const paid = objectBody(await shop.call('GET', `/payment/${ordered[3]}`, { token: ada.token }));
    const found: [string, number][] = [
      ['bench VISE', 25],
      ['vise bench', 25],
      ['ada byron', 25],
      ['ADA.BYRON@works', 25],
      ['quarry', 1],
      ['ada quarry', 0],
      [String(ordered[7]), 1],
      [String(ordered[7]).slice(3, 20).toLowerCase(), 1],
      [String(paid.transactionId), 1],
      ['mm ada', 25],
      ['mmada', 0],
    ];
    for (const [q, count] of found)
      expect([q, getTotalCount(await get(`/orders?${toSearchQuery(q)}`))]).toEqual([q, count]);
    expect(getColumn(await get(`/orders?${toSearchQuery(String(paid.transactionId))}`), '_id')).toEqual([ordered[3]]);
  });

  test('treats database wildcards and quotes in a search as text', async () => {
    const found: [string, number][] = [
      ['%', 1],
      ['100%', 1],
      ['100%_sure', 1],
      ['_', 10],
      ['e_c', 0],
      ['1_0', 0],
      ['\\', 1],
      ['"level"', 1],
      ["'", 0],
      ["' or '1'='1", 0],
      ["'; drop table orders; --", 0],
      ['$1', 0],
      ['%%%', 0],
      ['🪚', 0],
      ['\u202e', 0],
      ['É', 26],
      ['\uff05', 1],
      ['a'.repeat(100), 0],
    ];
    for (const [q, count] of found)
      expect([q, getTotalCount(await get(`/orders?${toSearchQuery(q)}`))]).toEqual([q, count]);
    expect(getTotalCount(await get('/orders?page=1'))).toBe(26);
  });
});

const EVERY_LIST = [
  '/orders?',
  '/user?',
  '/tools?',
  '/quotes?',
  '/messages?',
  '/subscribers?',
  '/outbox?',
  '/payments?',
  '/purchases?',
  '/inventory?',
  '/reviews?',
  '/bulk-changes?',
];

const LONG_SEARCHES = ['x'.repeat(101), 'a b c d e f g h i j k'].map(toSearchQuery);

describe('an invalid list parameter', () => {
  const nonsense: [string, string][] = [
    ...LONG_SEARCHES.map((query): [string, string] => [query, 'q']),
    [toSearchQuery('x'.repeat(4_001)), 'q'],
    [toSearchQuery('x'.repeat(10_000)), 'q'],
    ['q=a%00b', 'q'],
    ['q=a&q=b', 'q'],
    ['sort=', 'sort'],
    ['sort=email;drop', 'sort'],
    ['sort=--created', 'sort'],
    ['sort=seq', 'sort'],
    ['sort=constructor', 'sort'],
    ['sort=created&sort=-created', 'sort'],
    ['state=', 'state'],
    ['state=deleted', 'state'],
    ['state=toString', 'state'],
    ['page=0', 'page'],
    ['page=-1', 'page'],
    ['page=1.5', 'page'],
    ['page=x', 'page'],
    ['page=', 'page'],
    ['page=101', 'page'],
    ['page=10001', 'page'],
    ['page=1e300', 'page'],
    ['limit=101&page=1', 'limit'],
    [`before=${'a'.repeat(24)}&page=1`, 'before'],
    [`before=${'a'.repeat(24)}&q=x`, 'before'],
    ['cursor=', 'cursor'],
    ['cursor=abc', 'cursor'],
    ['cursor=%00', 'cursor'],
    [`cursor=${'a'.repeat(3_000)}`, 'cursor'],
    [`cursor=${formatCursor({ sort: '-created', key: null, seq: 1 })}`, 'cursor'],
    [`sort=created&cursor=${formatCursor({ sort: '-created', key: null, seq: 1 })}`, 'cursor'],
    [`sort=created&cursor=${formatCursor({ sort: 'created', key: 1, seq: 1 })}`, 'cursor'],
    [`q=x&cursor=${formatCursor({ sort: '', key: null, seq: 1 })}`, 'cursor'],
    [`page=1&cursor=${formatCursor({ sort: '-created', key: null, seq: 1 })}`, 'page'],
  ];

  const titled = nonsense.map(([query, field]) => [query.slice(0, 40), query, field] as const);

  test.each(titled)('?%s is rejected at its field, by every list', async (_title, query, field) => {
    for (const path of [...EVERY_LIST, `/myorder?email=${ada.email}&`]) {
      // Searches of tools take as many words as somebody pastes.
      if (field === 'q' && /^\/(tools|inventory)\?/.test(path) && LONG_SEARCHES.includes(query)) continue;
      const response = await get(path + query, path.startsWith('/myorder') ? ada.token : admin.token);
      expect([path, statusAndCode(response)]).toEqual([path, '422 invalid']);
      expect(Object.keys(objectBody(response).errors as object)).toEqual([field]);
    }
  });
});

describe('GET /myorder as a list', () => {
  const getOwn = (user: TestUser, query: string) => get(`/myorder?email=${user.email}&${query}`, user.token);

  test('contains only the caller’s orders in any search', async () => {
    expect(getTotalCount(await getOwn(ada, 'page=1'))).toBe(25);
    expect(getTotalCount(await getOwn(bob, 'page=1'))).toBe(1);
    expect(getTotalCount(await getOwn(bob, 'q=vise'))).toBe(0);
    expect(getTotalCount(await getOwn(bob, `q=${ordered[0]}`))).toBe(0);
    expect(getTotalCount(await getOwn(ada, 'state=paid&sort=-total&limit=2'))).toBe(7);
  });

  test('is rejected for another user’s address', async () => {
    expect(statusAndCode(await get(`/myorder?email=${ada.email}&page=1`, bob.token))).toBe('403 not_your_email');
  });
});

describe('orders that have ended', () => {
  let cy: TestUser;
  let canceled: PlacedPurchase;
  let expired: PlacedPurchase;
  let refunded: PlacedPurchase;
  let shortened: PlacedPurchase;

  beforeAll(async () => {
    // Her address is unconfirmed, so she gets no emails.
    cy = await shop.signUp({ displayName: 'Cy Ended' });
    const tools = [
      await createTool(shop, { itemName: 'Bevel' }),
      await createTool(shop, { itemName: 'Gouge' }),
    ] as const;
    const place = () => placePurchase(shop, cy, tools);
    const cancel = ({ id }: PlacedPurchase, reason: string) =>
      shop.call('POST', `/purchases/${id}/cancel`, { token: admin.token, body: { reason } });
    canceled = await place();
    expect((await cancel(canceled, 'We have closed.')).status).toBe(200);
    expired = await place();
    await shop.sql`update stock_holds set expires_at = now() - interval '1 second'
      where order_id = any(${expired.orders})`;
    await expirePurchases(shop.context);
    refunded = await place();
    await payPurchase(shop, cy, refunded);
    const body = { reason: 'It was the last one.', restock: true };
    const made = await shop.call('POST', `/purchases/${refunded.id}/refunds`, { token: admin.token, body });
    expect(made.status).toBe(201);
    shortened = await place();
    await shop.call('DELETE', `/order/${shortened.orders[0]}`, { token: cy.token });
  });

  const lists = () =>
    [
      ['/orders?', admin.token],
      [`/myorder?email=${cy.email}&`, cy.token],
    ] as const;
  const read = async (list: string, query: string, token: string) =>
    listBody(await get(list + query, token)).map(({ _id, endReason, endedAt }) => [_id, endReason, endedAt !== null]);

  test('are listed on request with their reasons, and left out by default', async () => {
    for (const [list, token] of lists()) {
      const ended = await read(list, 'state=ended&q=bevel', token);
      expect([list, ended]).toEqual([
        list,
        [
          [shortened.orders[0], '', true],
          [refunded.orders[0], 'It was the last one.', true],
          [expired.orders[0], '', true],
          [canceled.orders[0], 'We have closed.', true],
        ],
      ]);
      expect(await read(list, 'q=bevel', token)).toEqual([[refunded.orders[0], 'It was the last one.', true]]);
    }
  });

  test('are found by the number of their purchase in the requested state', async () => {
    for (const [list, token] of lists())
      for (const purchase of [canceled, expired, refunded, shortened]) {
        const found = await read(list, `q=${purchase.number}`, token);
        expect([list, found.map(([id]) => id)]).toEqual([list, purchase.orders.toReversed()]);
      }
    expect(await read('/orders?', `state=placed&q=${shortened.number}`, admin.token)).toHaveLength(1);
    expect(await read('/orders?', `state=ended&q=${shortened.number}`, admin.token)).toHaveLength(1);
    expect(await read(`/myorder?email=${ada.email}&`, `q=${canceled.number}`, ada.token)).toEqual([]);
  });

  test('show why they ended and the number of their purchase on the payment page', async () => {
    const { body } = await get(`/payment/${canceled.orders[1]}`, cy.token);
    expect(body).toMatchObject({ state: 'deleted', number: canceled.number, endReason: 'We have closed.' });
  });
});

test('each line of a purchase has its position among the remaining lines in every list', async () => {
  const dora = await shop.signUp({ displayName: 'Dora' });
  const tools = await Promise.all(['Adze', 'Froe', 'Maul'].map((itemName) => createTool(shop, { itemName })));
  const purchase = await placePurchase(shop, dora, tools);
  await shop.call('DELETE', `/order/${purchase.orders[0]}`, { token: dora.token });
  const alone = await placePurchase(shop, dora, tools.slice(0, 1));
  const own = `/myorder?email=${dora.email}`;
  for (const [path, token] of [
    [own, dora.token],
    [`${own}&page=1`, dora.token],
    ['/orders', admin.token],
    ['/orders?q=dora', admin.token],
  ] as const) {
    const rows = listBody(await get(path, token)).filter(({ name }) => name === 'Dora');
    const lines = new Map(rows.map(({ _id, line }) => [_id, line]));
    expect([path, purchase.orders.slice(1).map((id) => lines.get(id))]).toEqual([
      path,
      [
        { place: 1, of: 2 },
        { place: 2, of: 2 },
      ],
    ]);
    expect(lines.get(alone.orders[0] ?? '')).toBeNull();
  }
  const read = await get(`/payment/${purchase.orders[2]}`, dora.token);
  expect(read.body).toMatchObject({ line: { place: 2, of: 2 } });
  const whole = objectBody(await get(`/purchases/${purchase.number}`, dora.token));
  expect((whole.lines as { line: object }[]).map(({ line }) => line)).toEqual([
    { place: 1, of: 2 },
    { place: 2, of: 2 },
  ]);
});

test('a search that was stopped for taking too long says what to type instead', async () => {
  const { pool } = shop.database;
  const blocker = await pool.connect();
  await blocker.query('begin');
  await blocker.query('lock table orders in access exclusive mode');
  const searching = get('/orders?q=vi&limit=5');
  // The database does the same when a search exceeds its time limit.
  await expect
    .poll(async () => {
      const { rows } = await pool.query(
        "select pg_cancel_backend(pid) as done from pg_stat_activity where wait_event_type = 'Lock' and query like '%orders%'",
      );
      return rows.length;
    })
    .toBe(1);
  const response = await searching;
  await blocker.query('rollback');
  blocker.release();
  expect(statusAndCode(response)).toBe('503 search_too_broad');
  expect(objectBody(response).detail).toContain('Please type at least three letters of a word');
  expect(response.headers.get('retry-after')).toBe('5');
});
