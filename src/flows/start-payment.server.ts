import {
  lockOrder,
  type OrderRow,
  selectOrder,
  selectUnpaidOrdersByTotal,
} from '#src/features/orders/queries.server.ts';
import { nextState } from '#src/features/orders/rules.ts';
import { type CardProvider, type ProviderIntent, ProviderUnavailable } from '#src/features/payments/provider.server.ts';
import {
  attachIntent,
  giveUpAttempt,
  insertPayment,
  keepIntentOfEnded,
  type PaymentRow,
  readClock,
  selectOpenPayment,
  selectPayment,
} from '#src/features/payments/queries.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { failPoint } from '#src/platform/fail-point.server.ts';
import { centsToDecimal, decimalToCents } from '#src/shared/money.ts';
import { type Outcome, refuse, succeed } from '#src/shared/problem.ts';
import { forgetIntent, settlePayment } from './settle-payment.server.ts';
import type { Shop } from './shop.server.ts';

/**
 * The client secret of the one open intent of an order, made when there is none. The amount is the stored order's
 * total. Throws `ProviderUnavailable`.
 */
export async function startPayment(
  shop: Shop,
  caller: Caller,
  wanted: { price: number | string; order?: string | undefined },
): Promise<Outcome<{ clientSecret: string }>> {
  const found = await findOrder(shop, caller, wanted);
  if (!found.ok) return found;

  // Twice at most: once more when the open intent turns out to be of no use any more.
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const claimed = await claimAttempt(shop, found.value.id);
    if (!claimed.ok) return claimed;
    const asked = await intentOrRefusal(shop, claimed.value.order, claimed.value.payment);
    if (!asked.ok) return asked;
    const intent = asked.value;
    // Cancelled there, or unknown there: what was begun with it ends, and the order gets a new one.
    if (!intent) {
      const { intentId } = claimed.value.payment;
      if (intentId) await forgetIntent(shop, intentId, await readClock(shop.db));
      continue;
    }
    if (intent.status === 'canceled') {
      await settlePayment(shop, intent.id);
      continue;
    }
    if (intent.status === 'succeeded') {
      const settled = await settlePayment(shop, intent.id);
      return settled.ok ? refuse('already_paid') : settled;
    }
    if (intent.status === 'processing') return refuse('payment_processing');
    return succeed({ clientSecret: intent.clientSecret });
  }
  return refuse('provider_unavailable');
}

async function findOrder(
  shop: Shop,
  caller: Caller,
  { price, order }: { price: number | string; order?: string | undefined },
): Promise<Outcome<OrderRow>> {
  const cents = decimalToCents(price);
  if (cents === null) return refuse('invalid', { fields: { price: 'Please send the total as a decimal amount.' } });
  if (order) {
    const row = await selectOrder(shop.db, order);
    if (!row || row.userId !== caller.userId || row.state === 'deleted' || row.state === 'expired')
      return refuse('not_found', { detail: 'There is no such order.' });
    if (row.state !== 'placed') return refuse('already_paid');
    return row.totalCents === cents
      ? succeed(row)
      : refuse('price_changed', {
          detail: 'This is not the total of the order.',
          fields: { price: `The total is ${centsToDecimal(row.totalCents)}.` },
          extra: { price: centsToDecimal(row.totalCents) },
        });
  }
  const [row, second] = await selectUnpaidOrdersByTotal(shop.db, caller.userId, cents);
  return row && !second
    ? succeed(row)
    : refuse('order_ambiguous', { fields: { price: 'You have no unpaid order of this total, or more than one.' } });
}

/** The open attempt to pay an order, or a new one, written down before the provider is asked. */
async function claimAttempt(shop: Shop, orderId: string): Promise<Outcome<{ order: OrderRow; payment: PaymentRow }>> {
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order || !nextState(order.state, 'pay')) return refuse(order?.paidAt ? 'already_paid' : 'not_found');
    const { userId, totalCents: amountCents, currency } = order;
    const payment =
      (await selectOpenPayment(tx, orderId)) ?? (await insertPayment(tx, { orderId, userId, amountCents, currency }));
    return succeed({ order, payment });
  });
}

/** The same as a value, where the provider will not have this payment however often it is asked. */
async function intentOrRefusal(
  shop: Shop,
  order: OrderRow,
  payment: PaymentRow,
): Promise<Outcome<ProviderIntent | null>> {
  try {
    return succeed(await intentOf(shop, order, payment));
  } catch (error) {
    if (!(error instanceof ProviderUnavailable) || !error.refused || payment.intentId) throw error;
    shop.log.error({ err: error, orderId: order.id }, 'the card provider refuses to take a payment');
    return refuse('payment_refused');
  }
}

/** The intent of an attempt. Making it is keyed by the attempt, so a lost answer is answered again. */
async function intentOf(shop: Shop, order: OrderRow, payment: PaymentRow): Promise<ProviderIntent | null> {
  if (payment.intentId) return shop.provider.retrieveIntent(payment.intentId);
  try {
    return await makeIntent(shop, order, payment);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    // The provider refuses a key that is in use just now: whoever asked for the same attempt may have its intent.
    const attached = await selectPayment(shop.db, payment.id);
    if (!attached?.intentId) throw error;
    return shop.provider.retrieveIntent(attached.intentId);
  }
}

/**
 * The same arguments for the same attempt always: the provider refuses a key with other arguments. Null when the attempt
 * has ended meanwhile: its intent is nobody's to pay.
 */
async function makeIntent(shop: Shop, order: OrderRow, payment: PaymentRow): Promise<ProviderIntent | null> {
  const intent = await createIntent(shop, {
    paymentId: payment.id,
    orderId: order.id,
    userId: order.userId,
    email: order.email,
    amountCents: payment.amountCents,
    currency: payment.currency,
    description: `${order.quantity} × ${order.itemName}`,
  });
  await failPoint('start-payment:intent-created');
  await attachIntent(shop.db, payment.id, intent.id);
  const attached = await selectPayment(shop.db, payment.id);
  if (attached?.state !== 'canceled') return intent;
  await keepIntentOfEnded(shop.db, payment.id, intent.id);
  await shop.provider.cancelIntent(intent.id);
  return null;
}

/**
 * What the provider will not have, or a failure that it keeps for this key, will never become an intent: the attempt is
 * over, and the next asking begins another. Should the intent exist all the same, nobody ever got its client secret, so nobody can pay it.
 */
async function createIntent(shop: Shop, wanted: Parameters<CardProvider['createIntent']>[0]): Promise<ProviderIntent> {
  try {
    return await shop.provider.createIntent(wanted);
  } catch (error) {
    if (error instanceof ProviderUnavailable && (error.burnt || error.refused))
      await giveUpAttempt(shop.db, wanted.paymentId);
    throw error;
  }
}

/**
 * The intent of an attempt; one whose answer never reached us is asked for again by the same key, and noted. Null when
 * the attempt has ended meanwhile.
 */
export async function intentIdOf(shop: Shop, payment: PaymentRow): Promise<string | null> {
  if (payment.intentId) return payment.intentId;
  const order = await selectOrder(shop.db, payment.orderId);
  if (!order) throw new Error('a payment always has its order');
  return (await makeIntent(shop, order, payment))?.id ?? null;
}
