import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { paperSchema } from '#src/features/papers/contract.ts';
import { expirePurchases } from '#src/flows/cancellations/expire-purchases.server.ts';
import { setFailPoints } from '#src/platform/fail-point.server.ts';
import { formatAddress } from '#src/shared/postal-address/address-format.ts';
import { COUNTRIES } from '#src/shared/postal-address/countries.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { makeInvoice } from '#tests/support/paper-data.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { createTool, objectBody, type TestTool } from './order-helpers.ts';
import { payPurchase, placePurchase } from './purchase-helpers.ts';

let shop: TestShop;
let ada: TestUser;
const tools: TestTool[] = [];

beforeAll(async () => {
  shop = await createTestShop();
  ada = await shop.signUp({ confirmed: true });
  for (let at = 0; at < 100; at += 1) tools.push(await createTool(shop, { quantity: 10_000, minOrderQuantity: 1 }));
});
afterEach(() => setFailPoints(null));
afterAll(() => checkAndClose(shop));

/** An address with all fields at their maximum length. */
const LONGEST = {
  name: 'n'.repeat(100),
  company: 'c'.repeat(100),
  line1: 'a'.repeat(120),
  line2: 'b'.repeat(120),
  city: 't'.repeat(80),
};

async function addAddress(address: object): Promise<string> {
  const added = await shop.call('POST', '/addresses', { token: ada.token, body: address });
  expect(added.status).toBe(201);
  return String(objectBody(added).insertedId);
}

const getInvoice = ({ id }: { id: string }) => shop.call('GET', `/purchases/${id}/invoice.pdf`, { token: ada.token });
const getNumbers = async ({ id }: { id: string }) =>
  (await shop.sql`select kind from papers where purchase_id = ${id} order by seq`).map(({ kind }) => kind);

describe('an address', () => {
  test('of any country fits on a paper, no matter how long its fields are', () => {
    for (const [country] of COUNTRIES) {
      const address = { ...LONGEST, region: 'r'.repeat(80), postalCode: 'p'.repeat(16), country, phone: '', vatId: '' };
      const party = { lines: formatAddress(address, null), vatId: null };
      expect(paperSchema.safeParse({ ...makeInvoice(3), billTo: party, shipTo: party }).error, country).toBeUndefined();
    }
  });

  test('with the longest possible line does not prevent a payment from being recorded', async () => {
    const addressId = await addAddress({ ...LONGEST, country: 'CI' });
    const purchase = await placePurchase(shop, ada, tools.slice(0, 2), { addressId });
    await payPurchase(shop, ada, purchase);
    expect((await getInvoice(purchase)).status).toBe(200);
    expect(await getNumbers(purchase)).toEqual(['invoice']);
  });
});

test('a payment is recorded even if its invoice cannot be issued, and the invoice follows', async () => {
  const addressId = await addAddress({ name: 'Ada', line1: '1 Rue', city: 'Abidjan', country: 'CI' });
  const purchase = await placePurchase(shop, ada, tools.slice(0, 2), { addressId });
  const { getCompany } = shop.context;
  shop.context.getCompany = () => ({ ...getCompany(), legalName: 'L'.repeat(500) });
  try {
    await payPurchase(shop, ada, purchase);
  } finally {
    shop.context.getCompany = getCompany;
  }
  const paid = objectBody(await shop.call('GET', `/purchases/${purchase.id}`, { token: ada.token }));
  expect(paid.state).toBe('paid');
  expect(await getNumbers(purchase)).toEqual([]);
  expect((await Promise.all([getInvoice(purchase), getInvoice(purchase)])).map(({ status }) => status)).toEqual([
    200, 200,
  ]);
  expect(await getNumbers(purchase)).toEqual(['invoice']);
});

test('a purchase of many lines that cannot end does not prevent others from expiring', async () => {
  const stuck = await placePurchase(shop, ada, tools);
  const other = await placePurchase(shop, ada, tools.slice(0, 1));
  const expire = (ids: string[], hours: number) =>
    shop.sql`update stock_holds set expires_at = now() - make_interval(hours => ${hours})
      where order_id = any(${ids})`;
  await expire(stuck.orders, 2);
  await expire(other.orders, 1);
  let isFirst = true;
  setFailPoints((reached) => {
    if (reached !== 'cancel:before-commit' || !isFirst) return;
    isFirst = false;
    throw new Error('it cannot end');
  });
  expect(await expirePurchases(shop.context)).toBe(1);
  setFailPoints(null);
  expect(await expirePurchases(shop.context)).toBe(1);
});
