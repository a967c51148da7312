import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listOverduePurchaseIds } from '#src/features/purchases/queries.server.ts';
import { expirePurchases } from '#src/flows/cancellations/expire-purchases.server.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import type { TestShop, TestUser } from '#tests/support/shop.ts';
import { snapshotDatabase } from './db-snapshot.ts';
import {
  createTool,
  getOrderRow,
  getToolRow,
  listBody,
  objectBody,
  placeOrder,
  statusAndCode,
  type TestTool,
} from './order-helpers.ts';
import {
  createTradingShop,
  payPurchase,
  placePurchase,
  startPurchasePayment,
  toPurchaseBody,
} from './purchase-helpers.ts';

let shop: TestShop;
let ada: TestUser;
let bob: TestUser;
let admin: TestUser;
let hammer: TestTool;
let vise: TestTool;
let file: TestTool;

beforeAll(async () => {
  ({ shop, admin, ada, bob, hammer, vise } = await createTradingShop());
  file = await createTool(shop, { itemName: 'Flat file', quantity: 100_000, unitPriceMinor: 700 });
});
afterAll(() => checkAndClose(shop));

const getPurchase = async (user: TestUser, idOrNumber: string) =>
  objectBody(await shop.call('GET', `/purchases/${idOrNumber}`, { token: user.token }));
const post = (user: TestUser, body: object, headers: Record<string, string> = {}) =>
  shop.call('POST', '/purchases', { token: user.token, body, headers });
/** Repeats an order with its key as a client should, while a busy machine responds with 503. */
async function postUntilServed(user: TestUser, body: object) {
  const key = { 'idempotency-key': randomUUID() };
  for (;;) {
    const response = await post(user, body, key);
    if (response.status !== 503) return response;
    await pause(50);
  }
}
const getStock = async ({ id }: TestTool) => {
  const { available, held, sold } = await getToolRow(shop, id);
  return { available, held, sold };
};

describe('placing a purchase', () => {
  test('shows the country of an address only if it is not the shop’s', async () => {
    const add = async (body: object) =>
      objectBody(await shop.call('POST', '/addresses', { token: ada.token, body })).insertedId;
    const home = { name: 'Ada', line1: '1 Main Street', city: 'Cleveland', region: 'OH', postalCode: '44114' };
    const addressId = await add({ ...home, country: 'US' });
    const yard = { name: 'Ada', line1: 'Hafenstraße 7', city: 'München', postalCode: '80331', country: 'DE' };
    const billingAddressId = await add(yard);
    const { id } = await placePurchase(shop, ada, [hammer], { addressId, billingAddressId });
    for (const reader of [ada, admin])
      expect(await getPurchase(reader, id)).toMatchObject({
        delivery: { lines: ['Ada', '1 Main Street', 'Cleveland, OH 44114'] },
        billing: { lines: ['Ada', 'Hafenstraße 7', '80331 München', 'GERMANY'] },
      });
  });

  test('stores its lines as orders, each with its own id, and holds the stock of all', async () => {
    const before = await Promise.all([hammer, vise, file].map(getStock));
    const purchase = await placePurchase(shop, ada, [hammer, vise, [file, 25]], { poNumber: 'PO-7', note: 'By noon.' });
    expect(purchase).toMatchObject({ number: expect.stringMatching(/^IM-\d{4}-\d{6}$/), total: '1654.00' });
    expect(new Set(purchase.orders).size).toBe(3);
    const mine = listBody(await shop.call('GET', `/myorder?email=${ada.email}`, { token: ada.token })).slice(-3);
    expect(mine.map(({ _id, itemName, price, purchase: of, number }) => [_id, itemName, price, of, number])).toEqual([
      [purchase.orders[0], 'Claw hammer', '189.00', purchase.id, purchase.number],
      [purchase.orders[1], 'Bench vise', '1290.00', purchase.id, purchase.number],
      [purchase.orders[2], 'Flat file', '175.00', purchase.id, purchase.number],
    ]);
    const read = await getPurchase(ada, purchase.number);
    expect(read).toMatchObject({
      _id: purchase.id,
      state: 'placed',
      total: '1654.00',
      poNumber: 'PO-7',
      note: 'By noon.',
    });
    const skus = await shop.sql`select sku from tools where id in (${hammer.id}, ${vise.id}, ${file.id})`;
    expect((read.lines as { sku: string }[]).map(({ sku }) => sku).toSorted()).toEqual(
      skus.map(({ sku }: { sku: string }) => sku).toSorted(),
    );
    for (const [at, [tool, quantity]] of (
      [
        [hammer, 10],
        [vise, 10],
        [file, 25],
      ] as const
    ).entries())
      expect(await getStock(tool)).toEqual({
        available: (before[at]?.available ?? 0) - quantity,
        held: (before[at]?.held ?? 0) + quantity,
        sold: before[at]?.sold,
      });
    const rows = await shop.sql`select data from mails where purchase_id = ${purchase.id}
      and kind = 'order_placed'`;
    expect(rows).toHaveLength(1);
    expect(rows[0].data.order).toMatchObject({ number: purchase.number, totalMinor: 165_400 });
    expect(rows[0].data.order.lines).toHaveLength(3);
  });

  test('an order of the specification is a purchase of one line with the order’s id', async () => {
    const id = await placeOrder(shop, ada, hammer);
    expect(await getPurchase(ada, id)).toMatchObject({ _id: id, total: '189.00', lines: [{ _id: id, purchase: id }] });
  });

  test('takes all or nothing, and says for each line what can be ordered', async () => {
    const rare = await createTool(shop, { itemName: 'Rare file', quantity: 12, minOrderQuantity: 1 });
    const before = await snapshotDatabase(shop);
    const refused = await post(ada, toPurchaseBody([hammer, [rare, 13], [vise, 1]]));
    expect(statusAndCode(refused)).toBe('409 out_of_stock');
    expect(objectBody(refused)).toMatchObject({
      errors: { 'lines.1.quantity': expect.any(String), 'lines.2.quantity': expect.stringContaining('&&') },
      lines: [
        { line: 1, code: 'out_of_stock', max: 12 },
        { line: 2, code: 'quantity_out_of_range', min: 10 },
      ],
    });
    expect(await snapshotDatabase(shop)).toEqual(before);
  });

  test.each([
    ['no lines', { lines: [] }, '422 invalid'],
    ['the same tool twice', () => toPurchaseBody([hammer, hammer]), '422 invalid'],
    ['an unknown tool', { lines: [{ toolId: 'a'.repeat(24), quantity: 1 }] }, '422 invalid'],
    ['half a piece', () => ({ lines: [{ toolId: hammer.id, quantity: 10.5 }] }), '422 invalid'],
    [
      '101 lines',
      () => ({ lines: Array.from({ length: 101 }, () => ({ toolId: hammer.id, quantity: 10 })) }),
      '422 invalid',
    ],
    [
      'a PO number that changes the writing direction',
      () => ({ ...toPurchaseBody([hammer]), poNumber: 'PO \u202e7-1' }),
      '422 invalid',
    ],
    ['a made-up price', () => ({ ...toPurchaseBody([hammer]), price: '1.00' }), '422 invalid'],
    ['an outdated total', () => ({ ...toPurchaseBody([hammer, vise]), total: '1478.99' }), '409 price_changed'],
  ])('%s is rejected, and nothing is stored', async (_what, body, expected) => {
    const before = await snapshotDatabase(shop);
    expect(statusAndCode(await post(ada, typeof body === 'function' ? body() : body))).toBe(expected);
    expect(await snapshotDatabase(shop)).toEqual(before);
  });

  test('happens once per idempotency key, even if sent twenty times at once', async () => {
    const body = toPurchaseBody([hammer, vise]);
    const key = { 'idempotency-key': 'a-basket' };
    const sent = await Promise.all(Array.from({ length: 20 }, () => post(ada, body, key)));
    expect(new Set(sent.map(({ status, body: answer }) => `${status} ${JSON.stringify(answer)}`)).size).toBe(1);
    expect(sent[0]?.status).toBe(201);
    expect(statusAndCode(await post(ada, toPurchaseBody([hammer]), key))).toBe('422 idempotency_key_reused');
    expect((await post(bob, body, key)).status).toBe(201);
    const { orders, total } = objectBody(sent[0] as NonNullable<(typeof sent)[0]>) as {
      orders: string[];
      total: string;
    };
    expect(total).toBe('1479.00');
    await shop.call('DELETE', `/order/${orders[0]}`, { token: ada.token });
    expect(objectBody(await post(ada, body, key))).toMatchObject({ orders: [orders[1]], total: '1290.00' });
  });

  test('allows no line that could not be paid separately', async () => {
    const washer = await createTool(shop, { unitPriceMinor: 3, minOrderQuantity: 1, quantity: 1_000 });
    const refused = await post(ada, toPurchaseBody([hammer, [washer, 16]]));
    expect(statusAndCode(refused)).toBe('422 order_too_small');
    expect(Object.keys(objectBody(refused).errors as object)).toEqual(['lines.1.quantity']);
    expect((await post(ada, toPurchaseBody([hammer, [washer, 17]]))).status).toBe(201);
  });

  test('two hundred baskets in opposite orders sell the last pieces once, without a deadlock', async () => {
    const tools = await Promise.all([1, 2, 3].map(() => createTool(shop, { quantity: 50, minOrderQuantity: 1 })));
    const { boundsUnpaidOrders } = shop.context;
    shop.context.boundsUnpaidOrders = false;
    const sent = await Promise.all(
      Array.from({ length: 200 }, (_, at) => {
        const lines = tools.map((tool): [TestTool, number] => [tool, 1]);
        return postUntilServed(at % 2 ? ada : bob, toPurchaseBody(at % 3 ? lines : lines.toReversed()));
      }),
    );
    shop.context.boundsUnpaidOrders = boundsUnpaidOrders;
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(50);
    expect(new Set(sent.filter(({ status }) => status !== 201).map(statusAndCode))).toEqual(
      new Set(['409 out_of_stock']),
    );
    for (const tool of tools) expect(await getStock(tool)).toEqual({ available: 0, held: 50, sold: 0 });
  });

  test('the purchases of a year are numbered without gaps or duplicates', async () => {
    await Promise.all(Array.from({ length: 8 }, () => placePurchase(shop, bob, [file, vise]).catch(() => null)));
    const rows = await shop.sql`select split_part(number, '-', 3)::int as count from purchases order by seq`;
    expect(rows.map(({ count }) => count)).toEqual(rows.map((_, at) => at + 1));
  });
});

describe('reading purchases', () => {
  test('is only for their buyer and admins, by id, by number and in searches', async () => {
    const purchase = await placePurchase(shop, ada, [hammer, vise]);
    for (const key of [purchase.id, purchase.number]) {
      expect((await shop.call('GET', `/purchases/${key}`, { token: bob.token })).status).toBe(404);
      expect((await getPurchase(admin, key))._id).toBe(purchase.id);
    }
    const typed = purchase.number.replace(/^IM-(\d+)-0+/, 'im $1 ');
    for (const path of [`/purchases?q=${typed}`, `/orders?q=${typed}`]) {
      const found = listBody(await shop.call('GET', path, { token: admin.token }));
      expect(found.map(({ number }) => number)).toEqual(
        path.startsWith('/orders') ? Array(2).fill(purchase.number) : [purchase.number],
      );
    }
    expect(listBody(await shop.call('GET', `/purchases?q=${typed}`, { token: bob.token }))).toEqual([]);
    const newest = listBody(await shop.call('GET', '/purchases?q=vise&limit=1', { token: ada.token }));
    expect(newest.map(({ _id }) => _id)).toEqual([purchase.id]);
  });
});

describe('paying a purchase', () => {
  test('pays all its lines with one transaction, no matter which path is first', async () => {
    const purchase = await placePurchase(shop, ada, [hammer, vise, file]);
    const { intentId } = await startPurchasePayment(shop, ada, purchase);
    expect((await startPurchasePayment(shop, ada, purchase)).intentId).toBe(intentId);
    expect(await payPurchase(shop, ada, purchase)).toBe(intentId);
    const lines = await Promise.all(purchase.orders.map((id) => getOrderRow(shop, id)));
    expect(lines.map(({ state, transactionId }) => [state, transactionId])).toEqual(Array(3).fill(['paid', intentId]));
    expect(await getPurchase(ada, purchase.id)).toMatchObject({ state: 'paid', transactionId: intentId });
    const again = await shop.call('POST', '/create-payment-intent', {
      token: ada.token,
      body: { purchase: purchase.id },
    });
    expect(statusAndCode(again)).toBe('409 already_paid');
    const rows = await shop.sql`select kind from mails where purchase_id = ${purchase.id} order by seq`;
    expect(rows.map(({ kind }) => kind)).toEqual(['order_placed', 'order_paid']);
  });

  test('is rejected for somebody else’s, an unknown one and a different total', async () => {
    const purchase = await placePurchase(shop, ada, [hammer, vise]);
    const start = (user: TestUser, body: object) =>
      shop.call('POST', '/create-payment-intent', { token: user.token, body });
    expect(statusAndCode(await start(bob, { purchase: purchase.id }))).toBe('404 not_found');
    expect(statusAndCode(await start(ada, { purchase: 'a'.repeat(24) }))).toBe('404 not_found');
    expect(statusAndCode(await start(ada, { purchase: purchase.id, price: '1.00' }))).toBe('409 price_changed');
    expect(statusAndCode(await start(ada, {}))).toBe('422 invalid');
  });
});

describe('an unpaid purchase', () => {
  test('expires as a whole, with one email', async () => {
    const purchase = await placePurchase(shop, ada, [hammer, vise]);
    const before = await Promise.all([hammer, vise].map(getStock));
    await shop.sql`update stock_holds set expires_at = now() - interval '1 second'
      where order_id = any(${purchase.orders})`;
    await expirePurchases(shop.context);
    expect(await getPurchase(ada, purchase.id)).toMatchObject({ state: 'expired', total: '1479.00' });
    for (const [at, tool] of [hammer, vise].entries())
      expect((await getStock(tool)).available).toBe((before[at]?.available ?? 0) + 10);
    const rows = await shop.sql`select data from mails where purchase_id = ${purchase.id}
      and kind = 'order_expired'`;
    expect(rows).toHaveLength(1);
  });

  test('of many lines does not hide others that are overdue', async () => {
    const large = await placePurchase(shop, ada, [hammer, vise, file]);
    const small = await placePurchase(shop, ada, [hammer]);
    for (const [at, { orders }] of [large, small].entries())
      await shop.sql`update stock_holds set expires_at = now() - make_interval(mins => ${2 - at})
        where order_id = any(${orders})`;
    const first = await listOverduePurchaseIds(shop.database.db, 3);
    const second = await listOverduePurchaseIds(shop.database.db, 3, { after: first.last });
    expect([first.ids, second.ids, second.last]).toEqual([[large.id], [small.id], null]);
    await expirePurchases(shop.context);
  });
});
