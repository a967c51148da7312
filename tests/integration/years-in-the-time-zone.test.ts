import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { takePaperNumber } from '#src/features/papers/paper-numbers.server.ts';
import { getYear } from '#src/platform/time-zone.server.ts';
import { readPages } from '#tests/support/read-pdf.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { createTool, objectBody, type TestTool } from './order-helpers.ts';
import { type PlacedPurchase, payPurchase, placePurchase } from './purchase-helpers.ts';
import { moveShop, setShopClock } from './time-zone-helpers.ts';

const CLEVELAND = 'America/New_York';
const TOKYO = 'Asia/Tokyo';

let shop: TestShop;
let owner: TestUser;
let ada: TestUser;
let hammer: TestTool;
let addressId: string;

beforeAll(async () => {
  shop = await createTestShop();
  [owner, ada] = await Promise.all([shop.createOwner(), shop.signUp({ confirmed: true })]);
  hammer = await createTool(shop, { quantity: 100_000 });
  const address = { name: 'Ada Smith', line1: '12 Mill Lane', city: 'Cleveland', region: 'OH', postalCode: '44114' };
  const stored = await shop.call('POST', '/addresses', { token: ada.token, body: { ...address, country: 'US' } });
  addressId = String(objectBody(stored).insertedId);
  // So that each test can begin without numbers.
  await shop.query('alter table purchases disable trigger user');
});
afterAll(() => shop.close());

// As in a new shop. The year is long over, so that this process asks the database at each order which year has begun.
beforeEach(async () => {
  await shop.query('truncate purchase_years, paper_counts, papers, paper_taxes');
  await shop.query("update purchases set number = 'X-' || id where number not like 'X-%'");
});

const place = () => placePurchase(shop, ada, [hammer], { addressId });
const placeAndPay = async () => {
  const purchase = await place();
  await payPurchase(shop, ada, purchase);
  return purchase;
};
const listIssued = () =>
  shop.sql`select number, year, count, issued_at, data->>'timeZone' as time_zone from papers
    where kind = 'invoice' order by seq`;

async function readInvoice({ id }: PlacedPurchase): Promise<string> {
  const response = await shop.app.request(`${shop.origin}/api/purchases/${id}/invoice.pdf`, {
    headers: { authorization: `Bearer ${ada.token}` },
  });
  const pages = await readPages(new Uint8Array(await response.arrayBuffer()));
  return pages.map(({ text }) => text).join('\n');
}

describe('an order at 11:30 PM on December 31 in Cleveland', () => {
  test.each([
    [CLEVELAND, 2020, 'Dec 31, 2020 EST'],
    [TOKYO, 2021, 'Jan 1, 2021 GMT+9'],
    ['Asia/Kuwait', 2021, 'Jan 1, 2021 GMT+3'],
    ['Pacific/Honolulu', 2020, 'Dec 31, 2020 HST'],
  ])('has the year of a shop in %s', async (timeZone, year, date) => {
    await moveShop(shop, owner, timeZone);
    await setShopClock(shop, "'2020-12-31 23:30:00-05'");
    const purchase = await placeAndPay();
    const count = purchase.number.slice(-6);
    expect(purchase.number).toBe(`IM-${year}-${count}`);
    const [invoice] = await listIssued();
    expect(invoice).toMatchObject({ number: `INV-${year}-000001`, issued_at: new Date('2021-01-01T04:30:00Z') });
    expect(await readInvoice(purchase)).toContain(date);
  });
});

describe('a shop that moves on New Year’s Eve', () => {
  test('eastward begins the new year at once', async () => {
    await moveShop(shop, owner, CLEVELAND);
    await setShopClock(shop, "'2020-12-31 12:00:00-05'");
    const before = await placeAndPay();
    await moveShop(shop, owner, TOKYO);
    const after = await placeAndPay();
    expect([before.number.slice(0, 7), after.number]).toEqual(['IM-2020', 'IM-2021-000001']);
    expect((await listIssued()).map(({ number }) => number)).toEqual(['INV-2020-000001', 'INV-2021-000001']);
  });

  test('westward stays in the year that has begun, and dates papers where it began until it has begun here, too', async () => {
    await moveShop(shop, owner, TOKYO);
    await setShopClock(shop, "'2020-12-31 12:00:00-05'");
    await placeAndPay();
    await moveShop(shop, owner, CLEVELAND);
    const second = await placeAndPay();
    await setShopClock(shop, "'2021-01-01 00:00:00-05'");
    const third = await placeAndPay();
    expect([second.number, third.number]).toEqual(['IM-2021-000002', 'IM-2021-000003']);
    expect((await listIssued()).map(({ number, time_zone: zone }) => [number, zone])).toEqual([
      ['INV-2021-000001', TOKYO],
      ['INV-2021-000002', TOKYO],
      ['INV-2021-000003', CLEVELAND],
    ]);
    expect(await readInvoice(second)).toContain('Jan 1, 2021 GMT+9');
    expect(await readInvoice(third)).toContain('Jan 1, 2021 EST');
  });

  test('numbers its first invoice in the year that orders have begun', async () => {
    await moveShop(shop, owner, TOKYO);
    await setShopClock(shop, "'2020-12-31 12:00:00-05'");
    const purchase = await place();
    await moveShop(shop, owner, CLEVELAND);
    await payPurchase(shop, ada, purchase);
    expect((await listIssued()).map(({ number }) => number)).toEqual(['INV-2021-000001']);
  });

  test('while somebody waits for a number gives that one in the new year', async () => {
    const { db } = shop.database;
    const take = () => db.transaction((tx) => takePaperNumber(tx, 'invoice'));
    await moveShop(shop, owner, CLEVELAND);
    await setShopClock(shop, "'2020-12-31 12:00:00-05'");
    const waiting = await db.transaction(async (tx) => {
      expect((await takePaperNumber(tx, 'invoice')).number).toBe('INV-2020-000001');
      const next = take();
      await expect.poll(async () => (await shop.sql`select from pg_locks where not granted`).length).toBe(1);
      await moveShop(shop, owner, TOKYO);
      return { next };
    });
    expect((await waiting.next).number).toBe('INV-2021-000001');
  });

  test('back and forth while many papers are issued leaves no gap, repeats nothing and dates them as they are numbered', async () => {
    const kinds = ['invoice', 'credit_note', 'debit_note'] as const;
    // Each look at the clock is half a minute later: the papers are issued from before midnight in Tokyo until after it.
    await shop.query('create sequence if not exists ticks');
    await shop.query("select setval('ticks', 1)");
    await setShopClock(shop, "timestamptz '2020-12-31 14:50:00Z' + nextval('ticks') * interval '0.5 minutes'");
    const issue = async (zone: string) => {
      const own = [];
      for (let round = 0; round < 12; round += 1) {
        await shop.query(`update shop_settings set values = values || '{"timeZone": "${zone}"}'`);
        const kind = kinds[round % kinds.length] ?? 'invoice';
        own.push({ kind, ...(await shop.database.db.transaction((tx) => takePaperNumber(tx, kind))) });
      }
      return own;
    };
    const taken = (await Promise.all([CLEVELAND, TOKYO, CLEVELAND, TOKYO].map(issue))).flat();
    await shop.query("update shop_settings set values = values - 'timeZone', version = version + 1");
    await shop.context.shopSettings.reload();
    expect(new Set(taken.map(({ year }) => year))).toEqual(new Set([2020, 2021]));
    for (const kind of kinds) {
      const own = taken.filter((paper) => paper.kind === kind).sort((a, b) => a.year - b.year || a.count - b.count);
      for (const [at, paper] of own.entries()) {
        const before = own[at - 1];
        expect(paper.count).toBe(before?.year === paper.year ? before.count + 1 : 1);
        expect(paper.issuedAt.getTime()).toBeGreaterThanOrEqual(before?.issuedAt.getTime() ?? 0);
        expect(getYear(paper.issuedAt, paper.timeZone)).toBe(paper.year);
      }
    }
  });
});

test('an issued paper keeps its number and its dates when the shop moves, and the next one follows it', async () => {
  await moveShop(shop, owner, CLEVELAND);
  await setShopClock(shop, "'2020-06-30 22:00:00-04'");
  const purchase = await placeAndPay();
  const issued = await readInvoice(purchase);
  expect(issued).toContain('Jun 30, 2020 EDT');
  await moveShop(shop, owner, TOKYO);
  expect(await readInvoice(purchase)).toBe(issued);
  expect(await readInvoice(await placeAndPay())).toMatch(/INV-2020-000002.*Jul 1, 2020 GMT\+9/s);
});

test('a time zone that this version does not know counts as UTC and stops no order', async () => {
  await setShopClock(shop, "'2020-12-31 23:30:00-05'");
  await shop.query(`update shop_settings set values = values || '{"timeZone": "Mars/Olympus"}', version = version + 1`);
  await shop.context.shopSettings.reload();
  expect((await placeAndPay()).number).toMatch(/^IM-2021-/);
  expect(await listIssued()).toMatchObject([{ number: 'INV-2021-000001', time_zone: null }]);
});
