import { randomInt } from 'node:crypto';
import type Stripe from 'stripe';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { settleProcessingIntent } from '#src/card-sandbox/confirm.server.ts';
import { reconcilePayments } from '#src/flows/payments/reconcile-payments.server.ts';
import { syncPayment } from '#src/flows/payments/sync-payment.server.ts';
import { retryRefunds } from '#src/flows/refunds/retry-refunds.server.ts';
import {
  confirmCard,
  createTool,
  DECLINED_CARD,
  DISPUTED_CARD,
  FAILING_CARD,
  GOOD_CARD,
  PENDING_CARD,
  reportPaid,
  statusAndCode,
  type TestTool,
} from '#tests/integration/order-helpers.ts';
import { type PlacedPurchase, placePurchase, startPurchasePayment } from '#tests/integration/purchase-helpers.ts';
import { postRefund } from '#tests/integration/refund-helpers.ts';
import { checkAndClose, checkInvariants } from '#tests/support/invariants.ts';
import { createRandom, type Random } from '#tests/support/random.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { openDashboard } from '#tests/support/stripe-shop.ts';
import { type SignedEvent, sendEvent, signEvent } from './webhook-helpers.ts';

// What a card provider promises of its webhooks is little: an event comes late, twice, before an earlier one, or never.

/** How many purchases pass through this, how many of them at once, and from which seed on. */
const SEQUENCES = Number(process.env.FAULT_SEQUENCES ?? 12);
const SEED = Number(process.env.FAULT_SEED ?? randomInt(2 ** 31));
const AT_ONCE = 12;
/** Then a new shop begins: each test checks all invariants, which takes longer the more a shop has sold. */
const PER_SHOP = 50 * AT_ONCE;

/** Every type of event that the shop is subscribed to. */
const EVENT_TYPES = [
  'payment_intent.processing',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'charge.refund.updated',
  'refund.created',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.closed',
] as const;

let shop: TestShop;
let ada: TestUser;
let admin: TestUser;
let tools: TestTool[];
/** The provider's dashboard, where staff refund without the shop. */
let dashboard: Stripe;

let begun = 0;

beforeEach(async () => {
  if (begun % PER_SHOP === 0) {
    if (begun > 0) await checkAndClose(shop);
    await openShop();
  }
  begun += AT_ONCE;
});
afterAll(() => checkAndClose(shop));

async function openShop(): Promise<void> {
  shop = await createTestShop();
  [ada, admin] = await Promise.all([shop.signUp({ confirmed: true }), shop.createAdmin()]);
  tools = await Promise.all([1, 2].map(() => createTool(shop, { quantity: 1_000_000 })));
  dashboard = openDashboard(shop);
}

/** A purchase on its way, and what happens to it next. */
interface Sequence {
  purchase: PlacedPurchase;
  intentId: string;
  steps: (() => Promise<unknown>)[];
}

async function begin(random: Random): Promise<Sequence> {
  const lines = tools.slice(0, 1 + random.below(2)).map((tool): [TestTool, number] => [tool, 10]);
  const purchase = await placePurchase(shop, ada, lines);
  const { clientSecret, intentId } = await startPurchasePayment(shop, ada, purchase);
  const confirm = (card: string) => () => confirmCard(shop, clientSecret, card);
  const settle = (result: 'succeeded' | 'failed') => () => settleProcessingIntent(shop.database.db, intentId, result);
  const keepProcessing = async () => {
    const when = ({ path }: { path: string }) => path.includes(intentId) && path.endsWith('/confirm');
    shop.faults.keepProcessing({ times: 1, when });
    await confirm(GOOD_CARD)();
  };
  const refundAtProvider = (share: number) => async () => {
    const amount = Math.ceil(Number(purchase.total) * 100 * share);
    // Refused if nothing is paid, or nothing is left of it.
    await dashboard.refunds.create({ payment_intent: intentId, amount }).catch(() => {});
  };
  const refundHere = (body: object) => () => postRefund(shop, admin, purchase, body);
  const cancel = () => shop.call('DELETE', `/order/${purchase.orders[0]}`, { token: ada.token });
  const ship = () => shop.call('PUT', `/updateStatus/${purchase.orders[0]}`, { token: admin.token });
  const payment = random.pick([
    [confirm(GOOD_CARD)],
    [confirm(DECLINED_CARD), confirm(GOOD_CARD)],
    [confirm(PENDING_CARD)],
    [confirm(FAILING_CARD)],
    [confirm(DISPUTED_CARD)],
    [keepProcessing, settle('succeeded')],
    [keepProcessing, settle('failed'), confirm(GOOD_CARD)],
    [confirm(DECLINED_CARD)],
    [() => Promise.all([cancel(), confirm(GOOD_CARD)()])],
    [cancel],
  ]);
  const afterward = [refundAtProvider(0.3), refundAtProvider(1), refundHere({}), refundHere({ amount: '5.00' }), ship];
  return {
    purchase,
    intentId,
    steps: [...payment, ...Array.from({ length: random.below(3) }, () => random.pick(afterward))],
  };
}

/** All events of a sequence, in any order: some never come, others up to three times. */
function announce({ intentId }: Sequence, random: Random): SignedEvent[] {
  return EVENT_TYPES.flatMap((type) => {
    const event = signEvent(shop, intentId, { type });
    return Array.from({ length: random.below(4) }, () => event);
  });
}

/** Does in a random order what buyers, staff, the provider and the network do, several things at a time. */
async function play(sequences: Sequence[], random: Random): Promise<void> {
  const events = sequences.flatMap((sequence) => announce(sequence, random));
  const browserReport = async () => {
    const { purchase, intentId } = random.pick(sequences);
    await reportPaid(shop, ada, purchase.orders[0] ?? '', intentId);
  };
  const deliver = async () => {
    const [event] = events.splice(random.below(events.length), 1);
    if (event) expect(statusAndCode(await sendEvent(shop, event))).toBe('200');
  };
  const step = async () => {
    const going = sequences.filter(({ steps }) => steps.length > 0);
    if (going.length > 0) await random.pick(going).steps.shift()?.();
  };
  const reconcile = () => reconcilePayments(shop.context, 0);
  for (;;) {
    const isStepLeft = sequences.some(({ steps }) => steps.length > 0);
    if (!isStepLeft && events.length === 0) return;
    const doable = [
      ...(isStepLeft ? [step, step, step] : []),
      ...(events.length > 0 ? [deliver, deliver, deliver, deliver, deliver, deliver] : []),
      browserReport,
      ...(random.chance(0.2) ? [reconcile] : []),
    ];
    await Promise.all([1, 2, 3].map(() => random.pick(doable)()));
  }
}

/** What the scheduled jobs do once everything is due: what no event has told is asked for. */
async function catchUp(sequences: Sequence[]): Promise<void> {
  await shop.workers.get('webhook-events').idle();
  // A slow card network has decided by then.
  for (const { intentId } of sequences) await settleProcessingIntent(shop.database.db, intentId, 'succeeded');
  for (let round = 0; round < 2; round += 1) {
    await shop.sql`update payments set claimed_at = null`;
    await reconcilePayments(shop.context, 0);
    for (const { purchase } of sequences)
      for (const { id } of await shop.sql`select id from payments where purchase_id = ${purchase.id}`)
        await syncPayment(shop.context, id);
    await shop.sql`update refunds set next_attempt_at = now() where state = 'requested'`;
    while ((await retryRefunds(shop.context)) > 0);
  }
}

/** What of a purchase contradicts the provider's ledger. */
async function findContradictions({ purchase, intentId }: Sequence): Promise<string[]> {
  const { status } = await dashboard.paymentIntents.retrieve(intentId);
  const { data } = await dashboard.charges.list({ payment_intent: intentId });
  const charges = data.filter(({ paid }) => paid);
  const kept = charges.reduce(
    (sum, { amount, amount_refunded, disputed }) => sum + (disputed ? 0 : amount - amount_refunded),
    0,
  );
  const [{ state }] = await shop.sql`select state from purchases where id = ${purchase.id}`;
  const [{ paidMails }] = await shop.sql`
    select count(*)::int as "paidMails" from mails where purchase_id = ${purchase.id} and kind = 'order_paid'`;
  const isPaid = status === 'succeeded';
  const contradictions = {
    'paid more than once': charges.length > 1 || paidMails > 1,
    'paid and open': isPaid && state === 'placed',
    'not paid and yet paid here': !isPaid && (state === 'paid' || paidMails > 0),
    'canceled and kept': state === 'canceled' && kept > 0,
  };
  const found = Object.entries(contradictions).filter(([, isSo]) => isSo);
  return found.map(([what]) => `${purchase.id} is ${what} (${status}, ${state}, ${kept})`);
}

for (let played = 0; played < SEQUENCES; played += AT_ONCE) {
  const seed = SEED + played;
  test(`payments whose events come late, shuffled, repeated or never end as the provider says (FAULT_SEED=${seed})`, async () => {
    const random = createRandom(seed);
    const sequences: Sequence[] = [];
    for (let at = 0; at < AT_ONCE; at += 1) sequences.push(await begin(random));
    await play(sequences, random);
    await catchUp(sequences);
    expect((await Promise.all(sequences.map(findContradictions))).flat()).toEqual([]);
    await checkInvariants(shop.database.pool);
  });
}
