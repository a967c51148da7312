import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkAndClose } from '#tests/support/invariants.ts';
import type { TestShop, TestUser } from '#tests/support/shop.ts';
import { createTool, listBody, objectBody, type TestTool } from './order-helpers.ts';
import { createTradingShop, type PlacedPurchase, payPurchase, placePurchase } from './purchase-helpers.ts';

let shop: TestShop;
let admin: TestUser;
let ada: TestUser;
let bob: TestUser;
/** Ada's paid and shipped order, which everything here should find. */
let wanted: PlacedPurchase;
let vise: TestTool;
let other: PlacedPurchase;
let bobs: PlacedPurchase;

beforeAll(async () => {
  const trading = await createTradingShop();
  ({ shop, admin, ada, bob, vise } = trading);
  const drill = await createTool(shop, {
    itemName: 'Step drill',
    sku: 'KT-STEP420-TIN',
    gtin: '4006381333931',
    quantity: 1_000,
  });
  const cable = await createTool(shop, { itemName: 'Patch cable', sku: 'ZQ-ABC', quantity: 1_000 });
  await shop.workers.get('tool-search').run();
  const address = {
    name: 'Wilhelmine Krüger',
    company: 'Müller Präzisionsteile GmbH',
    line1: 'Industriestraße 12',
    line2: '',
    city: 'Görlitz',
    region: '',
    postalCode: '02826',
    country: 'DE',
    phone: '+49 3581 123456',
    vatId: '',
  };
  const stored = await shop.call('POST', '/addresses', { token: ada.token, body: address });
  expect(stored.status).toBe(201);
  const addressId = String(objectBody(stored).insertedId);
  other = await placePurchase(shop, ada, [trading.vise]);
  wanted = await placePurchase(shop, ada, [trading.hammer, drill, cable], { addressId, poNumber: 'Site 14/7781-B' });
  bobs = await placePurchase(shop, bob, [trading.vise]);
  await payPurchase(shop, ada, wanted);
  const shipment = await shop.call('POST', `/purchases/${wanted.id}/shipments`, {
    token: admin.token,
    headers: { 'Idempotency-Key': 'shipment-of-the-wanted-order' },
    body: {
      carrier: 'UPS',
      tracking: '1Z 999 AA1 0123 4567 84',
      lines: wanted.orders.map((order) => ({ order, quantity: 10 })),
    },
  });
  expect(shipment.status).toBe(201);
});
afterAll(() => checkAndClose(shop));

async function findIds(path: string, q: string, token: string | undefined) {
  const separator = path.includes('?') ? '&' : '?';
  const response = await shop.call('GET', `${path}${separator}q=${encodeURIComponent(q)}&page=1&limit=50`, { token });
  expect(response.status).toBe(200);
  return { rows: listBody(response), total: response.headers.get('x-total-count') };
}

/** What people have in hand when they look for this order. */
const searches: [string, (purchase: PlacedPurchase) => string | Promise<string>][] = [
  ['its number', ({ number }) => number],
  ['its number without the prefix', ({ number }) => number.slice(3)],
  ['its count', ({ number }) => String(Number(number.slice(8)))],
  ['its count with zeros', ({ number }) => number.slice(8)],
  ['its PO number', () => 'site 14/7781'],
  ['its company', () => 'muller prazisionsteile'],
  ['its recipient', () => 'Krüger'],
  ['its street', () => 'industriestrasse 12'],
  ['its town', () => 'Gorlitz'],
  ['its postal code', () => '02826'],
  ['a SKU', () => 'KT-STEP420-TIN'],
  ['a SKU in another spelling', () => 'ktstep420tin'],
  ['the beginning of a SKU', () => 'KT-STEP42'],
  ['the letters that a SKU begins with', () => 'KT-ST'],
  ['a SKU without a digit', () => 'ZQ-ABC'],
  ['a SKU without a digit in another spelling', () => 'zqabc'],
  ['the beginning of a SKU without a digit', () => 'zq-a'],
  ['a GTIN', () => '4006381333931'],
  ['its tracking number', () => '1Z999AA10123456784'],
  ['its tracking number with separators', () => '1z 999 aa1 0123'],
  ['the end of its tracking number', () => '456784'],
  ['its invoice', async (purchase) => String((await readInvoice(purchase)).number)],
  [
    'its invoice as one types it',
    async (purchase) =>
      String((await readInvoice(purchase)).number)
        .toLowerCase()
        .replaceAll('-', ' '),
  ],
  ['one of its tools', () => 'step drill'],
];

async function readInvoice({ id }: PlacedPurchase) {
  const papers = await shop.database.pool.query<{ number: string }>(
    "select number from papers where purchase_id = $1 and kind = 'invoice'",
    [id],
  );
  if (!papers.rows[0]) throw new Error('There is no invoice.');
  return papers.rows[0];
}

describe.each(searches)('a search of orders for %s', (_, getSearch) => {
  test('finds it for the shop and its buyer, its payment for the shop, and nothing for anybody else', async () => {
    const q = await getSearch(wanted);
    for (const { token } of [admin, ada]) {
      const { rows, total } = await findIds('/purchases', q, token);
      expect([rows.map(({ number }) => number), total]).toEqual([[wanted.number], '1']);
    }
    const lines = await findIds('/orders', q, admin.token);
    expect(new Set(lines.rows.map(({ purchase }) => purchase))).toEqual(new Set([wanted.id]));
    const own = await findIds(`/myorder?email=${encodeURIComponent(ada.email)}`, q, ada.token);
    expect(own.rows.map(({ _id }) => _id)).toEqual(lines.rows.map(({ _id }) => _id));
    const paid = await findIds('/payments', q, admin.token);
    expect([paid.rows.map(({ number }) => number), paid.total]).toEqual([[wanted.number], '1']);
    const foundByBob = await findIds('/purchases', q, bob.token);
    expect(foundByBob.rows.map(({ number }) => number)).not.toContain(wanted.number);
    const ofBob = await findIds(`/myorder?email=${encodeURIComponent(bob.email)}`, q, bob.token);
    expect(ofBob.rows.map(({ purchase }) => purchase)).not.toContain(wanted.id);
  });
});

test('a search narrowed to a state looks in the same texts', async () => {
  expect((await findIds('/purchases?state=shipped', '02826', admin.token)).rows).toHaveLength(1);
  expect((await findIds('/purchases?state=placed', '02826', admin.token)).rows).toEqual([]);
  expect((await findIds('/orders?state=shipped', 'Görlitz', admin.token)).total).toBe('3');
});

test('a search for what no order has finds nothing', async () => {
  for (const q of ['PO-99999', '99999', '1Z111', 'INV-2001-000001', 'KT-STEP999']) {
    expect((await findIds('/purchases', q, admin.token)).rows).toEqual([]);
    expect((await findIds('/orders', q, admin.token)).rows).toEqual([]);
    expect((await findIds('/payments', q, admin.token)).rows).toEqual([]);
  }
  expect((await findIds('/purchases', 'bench vise', admin.token)).rows.map(({ number }) => number)).toEqual([
    bobs.number,
    other.number,
  ]);
});

test('a count in digits alone hides neither PO numbers nor postal codes with these digits', async () => {
  const address = {
    line2: '',
    region: '',
    phone: '',
    vatId: '',
    name: 'Bo',
    company: '',
    line1: 'Am Wall',
    city: 'Ulm',
  };
  const stored = await shop.call('POST', '/addresses', {
    token: bob.token,
    body: { ...address, postalCode: '00002', country: 'DE' },
  });
  const addressId = String(objectBody(stored).insertedId);
  const alike = await placePurchase(shop, bob, [vise], { addressId, poNumber: 'Lot 0002-77' });
  for (const q of ['0002', '00002']) {
    const found = (await findIds('/purchases', q, admin.token)).rows.map(({ number }) => number);
    expect([q, found]).toEqual([q, expect.arrayContaining([wanted.number, alike.number])]);
    const lines = (await findIds('/orders', q, admin.token)).rows.map(({ purchase }) => purchase);
    expect([q, lines]).toEqual([q, expect.arrayContaining([wanted.id, alike.id])]);
    expect((await findIds('/payments', q, admin.token)).rows.map(({ number }) => number)).toContain(wanted.number);
  }
  const year = wanted.number.slice(3, 7);
  for (const q of [wanted.number, `${year} 2`, `${year}-0002`, '002', '2'])
    expect((await findIds('/purchases', q, admin.token)).rows.map(({ number }) => number)).toEqual([wanted.number]);
});

test('a count in digits alone finds an order that has ended, too', async () => {
  const ended = await placePurchase(shop, bob, [vise]);
  for (const id of ended.orders)
    expect((await shop.call('DELETE', `/order/${id}`, { token: bob.token })).status).toBe(200);
  const q = ended.number.slice(-4);
  expect((await findIds('/orders', q, admin.token)).rows.map(({ purchase }) => purchase)).toContain(ended.id);
  const live = (await findIds('/purchases?state=live', q, admin.token)).rows.map(({ number }) => number);
  expect(live).toContain(ended.number);
});
