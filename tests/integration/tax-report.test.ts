import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { settleRefund } from '#src/card-sandbox/refunds.server.ts';
import { shippingMethods, shippingZones } from '#src/features/shipping/tables.server.ts';
import { taxRates } from '#src/features/taxes/tables.server.ts';
import { readTaxRows } from '#src/flows/exports/read-tax-report.server.ts';
import { syncPayment } from '#src/flows/payments/sync-payment.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { toDay } from '#src/shared/dates.ts';
import { setShopCurrency, US_DOLLARS } from '#src/shared/money.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { chooseCurrency } from './currency-helpers.ts';
import { createTool, FAILING_CARD, objectBody, statusAndCode, type TestTool } from './order-helpers.ts';
import { createTradingShop, payPurchase, placePurchase } from './purchase-helpers.ts';
import { refund, shipPieces } from './refund-helpers.ts';
import { moveShop } from './time-zone-helpers.ts';

let shop: TestShop;
let admin: TestUser;
let owner: TestUser;
let ada: TestUser;
let hammer: TestTool;
let book: TestTool;
let gift: TestTool;

const addRate = (country: string, taxClass: string, rate: number, more: object = {}) => ({
  id: newIdentifier(),
  name: 'VAT',
  taxClass,
  country,
  region: '',
  postalFrom: '',
  postalTo: '',
  rate,
  isAdded: false,
  validFrom: '2020-01-01',
  ...more,
});

beforeAll(async () => {
  ({ shop, admin, ada } = await createTradingShop({ settings: { tax: { kind: 'table' } } }));
  owner = await shop.createOwner();
  hammer = await createTool(shop, { itemName: 'Hammer', quantity: 10_000, minOrderQuantity: 1, unitPriceMinor: 1_000 });
  book = await createTool(shop, { itemName: 'Handbook', quantity: 10_000, minOrderQuantity: 1, unitPriceMinor: 333 });
  gift = await createTool(shop, { itemName: 'Voucher', quantity: 10_000, minOrderQuantity: 1, unitPriceMinor: 500 });
  await shop.sql`update tools set tax_class = 'reduced' where id = ${book.id}`;
  await shop.sql`update tools set tax_class = 'zero' where id = ${gift.id}`;
  const { db } = shop.database;
  await db
    .insert(taxRates)
    .values([
      addRate('DE', 'standard', 190_000),
      addRate('DE', 'reduced', 70_000),
      addRate('FR', 'standard', 200_000),
      addRate('CA', 'standard', 50_000, { name: 'GST' }),
      addRate('CA', 'standard', 99_750, { name: 'QST', region: 'QC', isAdded: true }),
    ]);
  const zoneId = newIdentifier();
  const places = ['DE', 'FR', 'CA'].map((country) => ({ country, region: '', postalFrom: '', postalTo: '' }));
  await db.insert(shippingZones).values({ id: zoneId, name: 'Everywhere', places });
  await db.insert(shippingMethods).values({
    id: newIdentifier(),
    name: 'Parcel',
    zoneId,
    kind: 'flat',
    rates: [{ from: 0, priceMinor: 600 }],
    position: 1,
  });
  await changeSettings({ reverseCharge: 'on', timeZone: 'America/New_York' });
  await shop.context.taxRates.reload();
  await shop.context.shipping.reload();
});
afterAll(() => checkAndClose(shop));

async function changeSettings(changed: object): Promise<void> {
  const { version, settings } = objectBody(await shop.call('GET', '/settings', { token: owner.token }));
  const body = { version, settings: { ...(settings as object), ...changed } };
  expect((await shop.call('PUT', '/settings', { token: owner.token, body })).status).toBe(200);
}

async function buy(lines: [TestTool, number][], address: object, card?: string) {
  const body = {
    name: 'Ada Lovelace',
    line1: 'Hafenstr. 1',
    city: 'Berlin',
    postalCode: '10115',
    region: '',
    ...address,
  };
  const stored = objectBody(await shop.call('POST', '/addresses', { token: ada.token, body }));
  const placed = await shop.call('POST', '/purchases', {
    token: ada.token,
    body: {
      lines: lines.map(([{ id: toolId }, quantity]) => ({ toolId, quantity })),
      addressId: stored.insertedId,
      billingAddressId: stored.insertedId,
    },
  });
  expect([placed.status, placed.body]).toMatchObject([201, {}]);
  const purchase = objectBody(placed) as unknown as { id: string; insertedId: string; orders: string[]; total: string };
  const paid = { ...purchase, id: purchase.insertedId };
  return { ...paid, intentId: await payPurchase(shop, ada, paid as never, card) };
}

/** Issues the papers of a purchase at a moment, which the shop itself cannot do. */
async function date({ id }: { id: string }, at: string, { sql } = shop): Promise<void> {
  await sql`alter table papers disable trigger user`;
  await sql`update papers set issued_at = ${at} where purchase_id = ${id}`;
  await sql`alter table papers enable trigger user`;
  await sql`update paper_taxes set issued_at = ${at} where paper_id in (select id from papers where purchase_id = ${id})`;
}

const query = (from: string, to: string) => `from=${from}&to=${to}`;
async function read(from: string, to: string) {
  const response = await shop.call('GET', `/tax-report?${query(from, to)}`, { token: admin.token });
  expect([response.status, response.body]).toMatchObject([200, {}]);
  return objectBody(response) as unknown as {
    rows: Record<string, string | number | null>[];
    totals: Record<string, string>[];
  };
}
async function download(from: string, to: string): Promise<string[][]> {
  const response = await shop.call('GET', `/exports/taxes.csv?${query(from, to)}`, { token: admin.token });
  expect(response.status).toBe(200);
  return String(response.body)
    .replace('\ufeff', '')
    .trim()
    .split('\r\n')
    .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')));
}

describe('the tax report', () => {
  test('lists what papers of two countries and rates have, with what was refunded, and adds up to them', async () => {
    const mixed = await buy(
      [
        [hammer, 10],
        [book, 3],
        [gift, 2],
      ],
      { country: 'DE' },
    );
    const french = await buy([[hammer, 3]], { country: 'FR', city: 'Paris', postalCode: '75001' });
    await refund(shop, admin, mixed, { lines: [{ order: mixed.orders[0], quantity: 3 }], shipping: true });
    await refund(shop, admin, mixed, { lines: [{ order: mixed.orders[1], quantity: 1 }] });
    await refund(shop, admin, french, { amount: '1.00' });
    for (const purchase of [mixed, french]) await date(purchase, '2025-03-10T12:00:00Z');
    const { rows, totals } = await read('2025-03-01', '2025-03-31');
    expect(rows).toEqual([
      {
        country: 'DE',
        region: '',
        kind: 'domestic',
        name: 'VAT',
        rate: 19,
        currency: 'USD',
        base: '70.00',
        tax: '13.30',
        creditedBase: '35.00',
        creditedTax: '6.65',
      },
      expect.objectContaining({ rate: 7, base: '6.66', tax: '0.47', creditedBase: '3.83', creditedTax: '0.26' }),
      expect.objectContaining({ country: 'DE', kind: 'untaxed', name: '', rate: null, base: '10.00', tax: '0.00' }),
      expect.objectContaining({
        country: 'FR',
        rate: 20,
        base: '35.17',
        tax: '7.03',
        creditedBase: '0.83',
        creditedTax: '0.17',
      }),
    ]);
    const [papers] =
      await shop.sql`select sum(case kind when 'credit_note' then - total_minor else total_minor end)::int as total
      from papers where count is not null and issued_at = '2025-03-10T12:00:00Z'`;
    const [{ net, tax, total } = {}] = totals;
    expect(Math.round(Number(total) * 100)).toBe(papers?.total);
    expect(Number(net) + Number(tax)).toBeCloseTo(Number(total), 6);
    expect(rows.reduce((sum, row) => sum + Number(row.tax), 0)).toBeCloseTo(Number(tax), 6);
  });

  test('is left with nothing of a purchase that was refunded piece by piece', async () => {
    const purchase = await buy(
      [
        [hammer, 3],
        [book, 4],
      ],
      { country: 'DE' },
    );
    for (const [at, quantity] of [3, 4].entries())
      for (let piece = 0; piece < quantity; piece += 1)
        await refund(shop, admin, purchase, { lines: [{ order: purchase.orders[at], quantity: 1 }] });
    await refund(shop, admin, purchase, { shipping: true });
    await date(purchase, '2025-04-10T12:00:00Z');
    const { rows, totals } = await read('2025-04-01', '2025-04-30');
    expect(rows.map(({ base, tax }) => [base, tax])).toEqual([
      ['0.00', '0.00'],
      ['0.00', '0.00'],
    ]);
    expect(totals).toEqual([{ currency: 'USD', net: '0.00', tax: '0.00', total: '0.00' }]);
  });

  test('lists turnover for which the buyer owes the tax, without a rate', async () => {
    const purchase = await buy([[hammer, 5]], { country: 'DE', company: 'Lovelace GmbH', vatId: 'DE136695976' });
    await date(purchase, '2025-05-10T12:00:00Z');
    expect((await read('2025-05-01', '2025-05-31')).rows).toMatchObject([
      { country: 'DE', kind: 'reverse_charge', name: '', rate: null, base: '56.00', tax: '0.00' },
    ]);
  });

  test('counts a base once that bears several taxes, and tells regions apart that have a code', async () => {
    const montreal = { country: 'CA', region: 'QC', city: 'Montréal', postalCode: 'H2X 1Y4' };
    const purchase = await buy(
      [
        [hammer, 1],
        [gift, 1],
      ],
      montreal,
    );
    await date(purchase, '2025-06-10T12:00:00Z');
    const { rows, totals } = await read('2025-06-01', '2025-06-30');
    // The parcel is shared as 4.00 and 2.00.
    expect(rows).toMatchObject([
      { country: 'CA', region: 'QC', name: 'QST', rate: 9.975, base: '14.00', tax: '1.40' },
      { country: 'CA', region: 'QC', name: 'GST', rate: 5, base: '14.00', tax: '0.70' },
      { country: 'CA', region: 'QC', kind: 'untaxed', rate: null, base: '7.00', tax: '0.00' },
    ]);
    expect(totals).toEqual([{ currency: 'USD', net: '21.00', tax: '2.10', total: '23.10' }]);
  });

  test('takes back what a credit note took if its refund fails', async () => {
    const purchase = await buy([[hammer, 1]], { country: 'DE' }, FAILING_CARD);
    await refund(shop, admin, purchase, { amount: '1.19' });
    await date(purchase, '2025-07-10T12:00:00Z');
    expect((await read('2025-07-01', '2025-07-31')).rows).toMatchObject([
      { base: '15.00', tax: '2.85', creditedBase: '1.00', creditedTax: '0.19' },
    ]);
    const [made] = await shop.context.provider.listRefunds(purchase.intentId);
    expect(await settleRefund(shop.database.db, made?.id ?? '', 'failed')).toBe(true);
    const [payment] = await shop.sql`select id from payments where purchase_id = ${purchase.id}`;
    expect((await syncPayment(shop.context, payment?.id)).ok).toBe(true);
    await date(purchase, '2025-07-10T12:00:00Z');
    expect((await read('2025-07-01', '2025-07-31')).rows).toMatchObject([
      { base: '16.00', tax: '3.04', creditedBase: '0.00', creditedTax: '0.00' },
    ]);
  });

  test('belongs to the month in the shop’s time zone', async () => {
    const [december, january] = [
      await buy([[hammer, 1]], { country: 'DE' }),
      await buy([[hammer, 2]], { country: 'DE' }),
    ];
    // In New York, midnight is 05:00 UTC.
    await date(december, '2025-01-01T04:59:59.999Z');
    await date(january, '2025-01-01T05:00:00Z');
    expect((await read('2024-12-01', '2024-12-31')).rows).toMatchObject([{ base: '16.00' }]);
    expect((await read('2025-01-01', '2025-01-31')).rows).toMatchObject([{ base: '26.00' }]);
    const [header, ...rows] = await download('2024-12-31', '2025-01-01');
    expect(header).toEqual([
      ...['month', 'country', 'region', 'kind', 'tax name', 'rate', 'currency', 'base', 'tax'],
      ...['credited base', 'credited tax', 'net turnover'],
    ]);
    expect(rows).toEqual([
      ['2024-12', 'DE', '', 'domestic', 'VAT', '19', 'USD', '16.00', '3.04', '0.00', '0.00', '16.00'],
      ['2025-01', 'DE', '', 'domestic', 'VAT', '19', 'USD', '26.00', '4.94', '0.00', '0.00', '26.00'],
    ]);
    await moveShop(shop, owner, 'UTC');
    expect((await read('2025-01-01', '2025-01-31')).rows).toMatchObject([{ base: '42.00' }]);
    await moveShop(shop, owner, 'America/New_York');
  });

  test('writes amounts below 0 as numbers that a spreadsheet adds up', async () => {
    const purchase = await buy([[hammer, 1]], { country: 'DE' });
    await refund(shop, admin, purchase, { lines: [{ order: purchase.orders[0], quantity: 1 }] });
    await date(purchase, '2025-08-31T12:00:00Z');
    await shop.sql`alter table papers disable trigger user`;
    await shop.sql`update papers set issued_at = '2025-09-01T12:00:00Z' where purchase_id = ${purchase.id} and kind = 'credit_note'`;
    await shop.sql`alter table papers enable trigger user`;
    await shop.sql`update paper_taxes set issued_at = '2025-09-01T12:00:00Z' where is_credit and issued_at = '2025-08-31T12:00:00Z'`;
    expect((await download('2025-09-01', '2025-09-30'))[1]).toEqual([
      '2025-09',
      'DE',
      '',
      'domestic',
      'VAT',
      '19',
      'USD',
      '-10',
      '-1.9',
      '10.00',
      '1.90',
      '-10',
    ]);
  });

  test('of a period without papers is empty', async () => {
    expect(await read('2023-01-01', '2023-12-31')).toEqual({
      from: '2023-01-01',
      to: '2023-12-31',
      rows: [],
      hasMore: false,
      totals: [],
    });
    expect(await download('2023-01-01', '2023-12-31')).toHaveLength(1);
  });

  test('is of last month if no period is asked for', async () => {
    const report = objectBody(await shop.call('GET', '/tax-report', { token: admin.token }));
    const thisMonth = toDay(new Date(), 'America/New_York').slice(0, 7);
    const { from, to } = report as { from: string; to: string };
    expect(from.slice(0, 7)).toBe(to.slice(0, 7));
    expect(from.endsWith('-01') && from.slice(0, 7) < thisMonth).toBe(true);
  });

  test.each([
    ['from=2026-13-01&to=2026-01-31', 'from', 'Please enter a date, such as 2026-01-31.'],
    ['from=2026-02-01&to=2026-01-31', 'to', 'Please choose a day that is not before the first.'],
    ['from=2024-01-01&to=2026-01-31', 'to', 'That is 762 days. Please export at most 366 days at a time.'],
    ['from=2024-01-01', 'to', 'Please enter a date, such as 2026-01-31.'],
  ])('says at its field what is wrong with %s', async (wrong, field, sentence) => {
    for (const path of ['/tax-report', '/exports/taxes.csv']) {
      const refused = await shop.call('GET', `${path}?${wrong}`, { token: admin.token });
      expect([refused.status, objectBody(refused).errors]).toMatchObject([422, { [field]: sentence }]);
    }
  });

  test('is downloaded by a signed URL of the same period only', async () => {
    const signed = await shop.call('POST', `/exports/taxes?${query('2025-03-01', '2025-03-31')}`, {
      token: admin.token,
    });
    const address = String(objectBody(signed).address).replace('/api', '');
    expect((await shop.call('GET', address)).status).toBe(200);
    expect(statusAndCode(await shop.call('GET', address.replace('2025-03-31', '2025-03-30')))).toBe(
      '400 signature_invalid',
    );
  });

  test('of papers that a process of the version before issues during an upgrade is complete', async () => {
    const purchase = await buy(
      [
        [hammer, 2],
        [book, 1],
        [gift, 1],
      ],
      { country: 'DE' },
    );
    await refund(shop, admin, purchase, { lines: [{ order: purchase.orders[0], quantity: 1 }] });
    const wanted = await shop.sql`select t.* from paper_taxes t join papers p on p.id = t.paper_id
      where p.purchase_id = ${purchase.id} order by p.seq, t.position`;
    expect(wanted.length).toBeGreaterThan(3);
    const computed = await shop.sql`select t.* from papers p join purchases u on u.id = p.purchase_id
      cross join lateral list_paper_taxes(p, u) t where p.count is not null and u.id = ${purchase.id} order by p.seq, t.position`;
    expect(computed).toEqual(wanted);
  });

  test('is read in parts of one month', async () => {
    for (const at of ['2020-11-10T12:00:00Z', '2021-01-10T12:00:00Z'])
      await date(await buy([[hammer, 1]], { country: 'DE' }), at);
    const period = { from: '2020-10-15', to: '2021-01-31', timeZone: 'America/New_York' };
    const months: unknown[] = [];
    for await (const rows of readTaxRows(shop.database.db, period)) months.push(rows.map(([month]) => month));
    expect(months).toEqual([['2020-11'], ['2021-01']]);
  });
});

test('a month of many is read by an index, without any document', async () => {
  await shop.sql`insert into paper_taxes (paper_id, position, issued_at, kind, is_credit, country, region, name, rate, currency, base_minor, net_minor, tax_minor)
    select p.id, i, timestamptz '2021-01-01' + i * interval '25 minutes', 'domestic', false, 'DE', '', 'VAT', 190000, 'usd', 100, 100, 19
    from (select id from papers where kind = 'invoice' limit 1) p, generate_series(100, 20000) i`;
  await shop.sql`vacuum analyze paper_taxes`;
  const querySpy = vi.spyOn(shop.database.pool, 'query');
  const { rows } = await read('2021-02-01', '2021-02-28');
  const [text, values] = querySpy.mock.calls.findLast(([one]) =>
    (one as unknown as { text: string }).text.includes('"paper_taxes"'),
  ) as unknown as [{ text: string }, unknown[]];
  querySpy.mockRestore();
  // 28 days of 24 hours, three in 75 minutes.
  expect(rows).toMatchObject([{ country: 'DE', base: '1613.00', tax: '306.47' }]);
  const plan = (await shop.query(`explain ${text.text}`, values)).map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/paper_taxes_issued/);
  expect(plan).not.toMatch(/Seq Scan|on papers/);
  await shop.sql`delete from paper_taxes where position >= 100`;
});

test('the exports have goods, shipping and tax of what was paid, and of what was refunded', async () => {
  const purchase = await buy(
    [
      [hammer, 10],
      [book, 3],
    ],
    { country: 'DE' },
  );
  await refund(shop, admin, purchase, { lines: [{ order: purchase.orders[0], quantity: 1 }], shipping: true });
  const today = toDay(new Date(), 'America/New_York');
  const row = async (by: string, find: string) => {
    const { body } = await shop.call('GET', `/exports/purchases.csv?${query(today, today)}&by=${by}`, {
      token: admin.token,
    });
    const [header = '', ...lines] = String(body).replace('\ufeff', '').trim().split('\r\n');
    const toCells = (line: string) => line.split(',').map((cell) => cell.replaceAll('"', ''));
    const found = toCells(lines.findLast((line) => line.includes(find)) ?? '');
    return Object.fromEntries(toCells(header).map((name, at) => [name, found[at]]));
  };
  const { number } = purchase as unknown as { number: string };
  expect(await row('purchases', number)).toMatchObject({
    'net total': '136.77',
    goods: '109.99',
    discount: '0.00',
    shipping: '6.00',
    tax: '20.78',
    total: '136.77',
    refunded: '18.98',
    'refunded shipping': '7.08',
  });
  expect(await row('lines', number)).toMatchObject({
    total: '9.99',
    'tax class': 'reduced',
    tax: '0.70',
    payable: '10.69',
  });
  // 11.90 with 1.90, and a parcel of 5.46 at 19 % and 0.54 at 7 %.
  expect(await row('refunds', number)).toMatchObject({ amount: '18.98', shipping: '7.08', tax: '2.98' });
  const [mail] =
    await shop.sql`select data from mails where purchase_id = ${purchase.id} and kind = 'payment_refunded'`;
  expect(mail?.data).toMatchObject({
    shippingMinor: 708,
    taxes: [
      { name: 'VAT', rate: 190_000, amountMinor: 294 },
      { name: 'VAT', rate: 70_000, amountMinor: 4 },
    ],
    order: { parts: { goodsMinor: 10_999, shipping: { name: 'Parcel', priceMinor: 600 }, pricesInclude: 'net' } },
  });
});

test('an email about a shipment has the parts of the total if it is of everything, else the value of its goods', async () => {
  const purchase = await buy([[hammer, 2]], { country: 'DE' });
  const [order = ''] = purchase.orders;
  await shipPieces(shop, admin, { id: purchase.id, order, quantity: 1 });
  await shipPieces(shop, admin, { id: purchase.id, order, quantity: 1 });
  const whole = await buy([[hammer, 2]], { country: 'DE' });
  await shipPieces(shop, admin, { id: whole.id, order: whole.orders[0] ?? '', quantity: 2 });
  const mails = await shop.sql`select data -> 'order' as about from mails where kind = 'order_shipped'
    and purchase_id in (${purchase.id}, ${whole.id}) order by seq`;
  expect(mails.map(({ about }) => about)).toMatchObject([
    { totalMinor: 1_000, isPart: true },
    { totalMinor: 1_000, isPart: true },
    { totalMinor: 3_094, parts: { goodsMinor: 2_000, taxes: [{ name: 'VAT', rate: 190_000, amountMinor: 494 }] } },
  ]);
  expect(mails[0]?.about).not.toHaveProperty('parts');
});

test('is in whole yen in a shop in Tokyo, by the days of Tokyo', async () => {
  const tokyo = await createTestShop({ settings: { tax: { kind: 'table' } } });
  try {
    const [boss, buyer] = await Promise.all([tokyo.createOwner(), tokyo.signUp({ confirmed: true })]);
    expect((await chooseCurrency(tokyo, boss, 'JPY')).status).toBe(200);
    await moveShop(tokyo, boss, 'Asia/Tokyo');
    await tokyo.database.db.insert(taxRates).values(addRate('JP', 'standard', 100_000, { name: 'JCT' }));
    await tokyo.context.taxRates.reload();
    const saw = await createTool(tokyo, { quantity: 100, minOrderQuantity: 1, unitPriceMinor: 1_999 });
    const body = { name: 'Ada', line1: '1-1', city: 'Tokyo', postalCode: '100-0001', country: 'JP', region: 'Tokyo' };
    const { insertedId } = objectBody(await tokyo.call('POST', '/addresses', { token: buyer.token, body }));
    const placed = await placePurchase(tokyo, buyer, [[saw, 3]], {
      addressId: insertedId,
      billingAddressId: insertedId,
    });
    await payPurchase(tokyo, buyer, placed);
    await refund(tokyo, boss, placed, { lines: [{ order: placed.orders[0], quantity: 1 }] });
    // In Tokyo, March begins at 15:00 UTC.
    await date(placed, '2025-02-28T15:00:00Z', tokyo);
    const report = await tokyo.call('GET', `/tax-report?${query('2025-03-01', '2025-03-01')}`, { token: boss.token });
    expect(objectBody(report)).toMatchObject({
      rows: [
        {
          country: 'JP',
          rate: 10,
          currency: 'JPY',
          base: '3998',
          tax: '400',
          creditedBase: '1999',
          creditedTax: '200',
        },
      ],
      totals: [{ currency: 'JPY', net: '3998', tax: '400', total: '4398' }],
    });
  } finally {
    setShopCurrency(US_DOLLARS);
    await checkAndClose(tokyo);
  }
});
