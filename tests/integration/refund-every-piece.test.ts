import { afterAll, beforeAll, expect, test } from 'vitest';
import { settleRefund } from '#src/card-sandbox/refunds.server.ts';
import { syncPayment } from '#src/flows/payments/sync-payment.server.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { createRandom } from '#tests/support/random.ts';
import type { TestShop, TestUser } from '#tests/support/shop.ts';
import { addAddress, addShippingMethods, addTaxRates, sumPaperTaxes } from './charge-helpers.ts';
import { createTool, FAILING_CARD, type TestTool } from './order-helpers.ts';
import { createTradingShop } from './purchase-helpers.ts';
import { type PaidPurchase, paidPurchase, readPurchase, refund } from './refund-helpers.ts';

let shop: TestShop;
let admin: TestUser;
let ada: TestUser;
let addressId: string;

beforeAll(async () => {
  ({ shop, admin, ada } = await createTradingShop({ settings: { tax: { kind: 'table' } } }));
  await addTaxRates(shop, { rate: 190_000 }, { rate: 70_000, taxClass: 'reduced' });
  await addShippingMethods(shop, 'DE', { name: 'Pallet', kind: 'flat', rates: [{ from: 0, priceMinor: 8_999 }] });
  addressId = await addAddress(shop, ada);
});
afterAll(() => checkAndClose(shop));

async function createTools(count: number, toPrice: (at: number) => number): Promise<TestTool[]> {
  const tools = [];
  for (let at = 0; at < count; at += 1)
    tools.push(
      await createTool(shop, {
        quantity: 100,
        minOrderQuantity: 1,
        unitPriceMinor: toPrice(at),
        itemName: `Bit ${at}`,
      }),
    );
  const reduced = tools.filter((_, at) => at % 3 === 0).map(({ id }) => id);
  await shop.sql`update tools set tax_class = 'reduced', version = version + 1 where id = any(${reduced})`;
  return tools;
}

const toMinor = (decimal: unknown) => Math.round(Number(decimal) * 100);

async function expectAllGivenBack(purchase: PaidPurchase): Promise<void> {
  const { total, refunded } = await readPurchase(shop, ada, purchase);
  expect(refunded).toBe(total);
  const [paid] = await shop.sql`select amount_minor::int as minor from payments where purchase_id = ${purchase.id}`;
  const made = await shop.context.provider.listRefunds(purchase.intentId);
  const back = made
    .filter(({ status }) => status === 'succeeded')
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  expect([paid.minor, back]).toEqual([toMinor(total), toMinor(total)]);
}

test('a hundred lines refunded piece by piece, and shipping, give back what was paid and invoiced', async () => {
  const random = createRandom(31);
  const tools = await createTools(100, (at) => 37 + 113 * at);
  const purchase = await paidPurchase(
    shop,
    ada,
    tools.map((tool) => [tool, 3]),
    { addressId },
  );
  const left = new Map(purchase.orders.map((order) => [order, 3]));
  // A purchase has at most fifty refunds, so each names a piece of several lines.
  for (let made = 0; left.size > 0; made += 1) {
    if (made === 7) await refund(shop, admin, purchase, { shipping: true });
    const named = [...left.keys()].toSorted(() => random.next() - 0.5).slice(0, 10 + random.below(5));
    await refund(shop, admin, purchase, { lines: named.map((order) => ({ order, quantity: 1 })) });
    for (const order of named) {
      const rest = (left.get(order) ?? 0) - 1;
      if (rest > 0) left.set(order, rest);
      else left.delete(order);
    }
  }
  await expectAllGivenBack(purchase);
  const invoiced = await sumPaperTaxes(shop, purchase, 'invoice');
  expect(Object.keys(invoiced)).toEqual(['VAT 190000', 'VAT 70000']);
  expect(await sumPaperTaxes(shop, purchase, 'credit_note')).toEqual(invoiced);
  const [papers] = await shop.sql`select
    sum(total_minor) filter (where kind = 'invoice')::int as invoiced, sum(total_minor) filter (where kind = 'credit_note')::int as credited,
    min(total_minor)::int as least from papers where purchase_id = ${purchase.id} and kind in ('invoice', 'credit_note')`;
  expect(papers.credited).toBe(papers.invoiced);
  expect(papers.least).toBeGreaterThan(0);
}, 120_000);

test('a piece whose refund the bank rejects costs the same when it is refunded again after others', async () => {
  const [bit] = await createTools(1, () => 35);
  const purchase = await paidPurchase(shop, ada, [[bit as TestTool, 3]], { addressId, card: FAILING_CARD });
  const one = () => refund(shop, admin, purchase, { lines: [{ order: purchase.orders[0], quantity: 1 }] });
  // 1.05 and 7 % are 1.12, a third of which is 0.37⅓.
  const amounts = [await one(), await one(), await one()].map(({ amount }) => amount);
  expect(amounts).toEqual(['0.37', '0.37', '0.38']);
  const made = await shop.context.provider.listRefunds(purchase.intentId);
  const settle = async (amountMinor: number, result: 'failed' | 'succeeded') => {
    const of = made.filter((refund) => refund.amountMinor === amountMinor);
    expect(await settleRefund(shop.database.db, of[0]?.id ?? '', result)).toBe(true);
  };
  await settle(37, 'failed');
  const [payment] = await shop.sql`select id from payments where purchase_id = ${purchase.id}`;
  expect((await syncPayment(shop.context, payment.id)).ok).toBe(true);
  expect(await one()).toMatchObject({ amount: '0.37', state: 'succeeded' });
  expect(await refund(shop, admin, purchase, { shipping: true })).toMatchObject({ state: 'succeeded' });
  await expectAllGivenBack(purchase);
});

test('credit notes after one was taken back add up to the invoice, and to nothing in the tax report', async () => {
  const bit = await createTool(shop, { quantity: 100, minOrderQuantity: 1, unitPriceMinor: 35 });
  const purchase = await paidPurchase(shop, ada, [[bit, 3]], { addressId, card: FAILING_CARD });
  const one = () => refund(shop, admin, purchase, { lines: [{ order: purchase.orders[0], quantity: 1 }] });
  const amounts = [(await one()).amount, (await one()).amount];
  const made = await shop.context.provider.listRefunds(purchase.intentId);
  const [first] = made.filter(({ amountMinor }) => amountMinor === toMinor(amounts[0]));
  expect(await settleRefund(shop.database.db, first?.id ?? '', 'failed')).toBe(true);
  const [payment] = await shop.sql`select id from payments where purchase_id = ${purchase.id}`;
  expect((await syncPayment(shop.context, payment.id)).ok).toBe(true);
  await one();
  await one();
  await refund(shop, admin, purchase, { shipping: true });
  await expectAllGivenBack(purchase);
  const sumTax = async (kind: 'invoice' | 'credit_note' | 'debit_note') =>
    (await sumPaperTaxes(shop, purchase, kind))['VAT 190000']?.amountMinor ?? 0;
  expect(await sumTax('debit_note')).toBeGreaterThan(0);
  expect((await sumTax('credit_note')) - (await sumTax('debit_note'))).toBe(await sumTax('invoice'));
  const [report] =
    await shop.sql`select sum(t.base_minor)::int as base, sum(t.tax_minor)::int as tax, sum(t.net_minor)::int as net
    from paper_taxes t join papers p on p.id = t.paper_id where p.purchase_id = ${purchase.id}`;
  expect(report).toEqual({ base: 0, tax: 0, net: 0 });
});
