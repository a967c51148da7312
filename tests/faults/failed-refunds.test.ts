import type Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { settleRefund } from '#src/card-sandbox/refunds.server.ts';
import { syncPayment } from '#src/flows/payments/sync-payment.server.ts';
import { createTool, FAILING_CARD, listBody, objectBody, type TestTool } from '#tests/integration/order-helpers.ts';
import {
  listLineStates,
  listRefunds,
  type PaidPurchase,
  paidPurchase,
  readPurchase,
  refund,
} from '#tests/integration/refund-helpers.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { readPages } from '#tests/support/read-pdf.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { openDashboard } from '#tests/support/stripe-shop.ts';

let shop: TestShop;
let ada: TestUser;
let admin: TestUser;
let hammer: TestTool;
let addressId: string;
/** The provider's dashboard, where staff refund without the shop. */
let dashboard: Stripe;

beforeAll(async () => {
  shop = await createTestShop();
  [admin, ada] = await Promise.all([shop.createAdmin(), shop.signUp({ confirmed: true })]);
  hammer = await createTool(shop, { itemName: 'Claw hammer', quantity: 100_000 });
  const body = { name: 'Ada', line1: '1 Main', city: 'Cleveland', region: 'OH', postalCode: '44114', country: 'US' };
  addressId = String(objectBody(await shop.call('POST', '/addresses', { token: ada.token, body })).insertedId);
  dashboard = openDashboard(shop);
});
afterEach(() => shop.faults.reset());
afterAll(() => checkAndClose(shop));

const payHammer = (more: object = { addressId }) => paidPurchase(shop, ada, [hammer], { ...more, card: FAILING_CARD });

async function sync({ id }: PaidPurchase, provider = shop.context.provider): Promise<void> {
  const [payment] = await shop.sql`select id from payments where purchase_id = ${id}`;
  expect((await syncPayment({ ...shop.context, provider }, payment.id)).ok).toBe(true);
}
/** Makes the bank reject the newest refund, and sends the shop the event twice. */
async function reject(purchase: PaidPurchase): Promise<void> {
  const made = await shop.context.provider.listRefunds(purchase.intentId);
  const newest = made.toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())[0];
  expect(await settleRefund(shop.database.db, newest?.id ?? '', 'failed')).toBe(true);
  for (let time = 0; time < 2; time += 1) await sync(purchase);
}
/** Makes all of the provider's refunds appear to have this status. */
const withStatus = (status: string) => ({
  ...shop.context.provider,
  listRefunds: async (intentId: string) =>
    (await shop.context.provider.listRefunds(intentId)).map((one) => ({ ...one, status })),
});

const listNotes = async ({ id }: PaidPurchase) =>
  (
    await shop.sql`select p.kind, p.total_minor::int as minor, n.kind as corrects from papers p left join papers n on n.id = p.corrects_id
       where p.purchase_id = ${id} and p.kind in ('credit_note', 'debit_note') order by p.seq`
  ).map(({ kind, minor, corrects }) => [kind, minor, ...(corrects ? [corrects] : [])].join(' '));
const listMails = ({ id }: PaidPurchase) =>
  shop.sql`select kind, data from mails where purchase_id = ${id} and kind ~ 'refund' order by seq`;
const listPapers = async (reader: TestUser, { id }: PaidPurchase) =>
  listBody(await shop.call('GET', `/purchases/${id}/papers`, { token: reader.token }));
const listTimeline = async (reader: TestUser, { id }: PaidPurchase) =>
  listBody(await shop.call('GET', `/purchases/${id}/timeline`, { token: reader.token }));

describe('the credit note of a refund that fails later', () => {
  test('is taken back by a debit note with its own number, and another attempt makes another credit note', async () => {
    const purchase = await payHammer();
    await refund(shop, admin, purchase);
    expect(await listNotes(purchase)).toEqual(['credit_note 18900']);
    await reject(purchase);
    expect(await listNotes(purchase)).toEqual(['credit_note 18900', 'debit_note 18900 credit_note']);
    await refund(shop, admin, purchase);
    expect(await listNotes(purchase)).toEqual([
      'credit_note 18900',
      'debit_note 18900 credit_note',
      'credit_note 18900',
    ]);
  });

  test('is taken back on a paper that tells the buyer which one and why', async () => {
    const purchase = await payHammer();
    await refund(shop, admin, purchase, { amount: '12.34' });
    await reject(purchase);
    const listed = (await listPapers(ada, purchase)).filter(({ kind }) => String(kind).endsWith('_note'));
    expect(listed.map(({ kind }) => kind)).toEqual(['credit_note', 'debit_note']);
    const [credit, debit] = listed;
    const response = await shop.app.request(`${shop.origin}${debit?.path}`, {
      headers: { authorization: `Bearer ${ada.token}` },
    });
    expect(response.headers.get('content-disposition')).toMatch(/debit-note-DN-\d{4}-\d{6}\.pdf/);
    const text = (await readPages(new Uint8Array(await response.arrayBuffer()))).map((page) => page.text).join('\n');
    for (const words of ['Debit note', 'Reverses credit note', String(credit?.number), '$12.34', 'bank has rejected'])
      expect(text).toContain(words);
  });

  test('is also taken back for a refund in the provider’s dashboard, and is made again if that refund succeeds', async () => {
    const purchase = await payHammer();
    await dashboard.refunds.create({ payment_intent: purchase.intentId, amount: 500 });
    await sync(purchase);
    await sync(purchase, withStatus('failed'));
    expect(await listNotes(purchase)).toEqual(['credit_note 500', 'debit_note 500 credit_note']);
    await sync(purchase);
    expect(await listNotes(purchase)).toEqual(['credit_note 500', 'debit_note 500 credit_note', 'credit_note 500']);
    expect((await listMails(purchase)).map(({ kind }) => kind)).toEqual(['payment_refunded', 'refund_failed']);
  });

  test('does not exist without an invoice, and a later invoice has none for refunds that failed before it', async () => {
    const purchase = await payHammer({});
    await refund(shop, admin, purchase, { amount: '5.00' });
    await reject(purchase);
    await refund(shop, admin, purchase, { amount: '6.00' });
    expect(await listNotes(purchase)).toEqual([]);
    await shop.call('PATCH', `/purchases/${purchase.id}`, { token: ada.token, body: { addressId } });
    expect(await listNotes(purchase)).toEqual(['credit_note 600']);
  });
});

describe('the buyer of a refund that fails later', () => {
  test('gets one email and sees the failure on the order', async () => {
    const purchase = await payHammer();
    await refund(shop, admin, purchase);
    expect((await listTimeline(ada, purchase)).map(({ text }) => text)).toContain('Refunded: $189.00');
    await reject(purchase);
    expect(await listMails(purchase)).toMatchObject([
      { kind: 'payment_refunded' },
      { kind: 'refund_failed', data: { amountMinor: 18_900, reopened: true } },
    ]);
    const entries = (await listTimeline(ada, purchase)).filter(({ kind }) => kind === 'refund');
    expect(entries).toMatchObject([{ text: 'Refund failed: $189.00', name: null }]);
    expect(await readPurchase(shop, ada, purchase)).toMatchObject({ state: 'paid' });
  });

  test('is not told about one that had never succeeded', async () => {
    const purchase = await payHammer();
    await dashboard.refunds.create({ payment_intent: purchase.intentId, amount: 500 });
    await sync(purchase, withStatus('pending'));
    await sync(purchase, withStatus('failed'));
    expect(await listMails(purchase)).toEqual([]);
    await sync(purchase);
  });
});

test('if two failed refunds of the same pieces succeed after all, the second counts no pieces', async () => {
  const purchase = await payHammer();
  const pieces = { lines: [{ order: purchase.id, quantity: 6 }], amount: '60.00' };
  for (let time = 0; time < 2; time += 1) {
    await refund(shop, admin, purchase, pieces);
    await sync(purchase, withStatus('failed'));
  }
  expect(await listLineStates(shop, purchase)).toEqual(['paid 0 0 0']);
  await sync(purchase);
  expect(await listLineStates(shop, purchase)).toEqual(['paid 0 6 12000']);
  expect((await listRefunds(shop, admin, purchase)).map(({ state }) => state)).toEqual(['succeeded', 'failed']);
});
