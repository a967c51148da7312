import { isUserDisabled } from '#src/features/identity/roles.server.ts';
import {
  describeMissingOrder,
  getOrder,
  listUnpaidOrdersByTotal,
  lockOrder,
  type OrderRow,
} from '#src/features/orders/queries.server.ts';
import { nextState } from '#src/features/orders/rules.ts';
import { type CardProvider, type ProviderIntent, ProviderUnavailable } from '#src/features/payments/provider.server.ts';
import {
  abandonAttempt,
  attachIntent,
  attachLateIntent,
  getDatabaseTime,
  getOpenPayment,
  getPayment,
  insertPayment,
  type PaymentRow,
} from '#src/features/payments/queries.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { failPoint } from '#src/platform/fail-point.server.ts';
import { centsToDecimal, decimalToCents } from '#src/shared/money.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import { markIntentMissing, settlePayment } from './settle-payment.server.ts';

/**
 * Returns the client secret of an order's one open intent, and creates the intent when there is none. The amount is the
 * total of the stored order. Throws `ProviderUnavailable`.
 */
export async function startPayment(
  context: AppContext,
  caller: Caller,
  input: { price: number | string; order?: string | undefined },
): Promise<Outcome<{ clientSecret: string }>> {
  const found = await getUnpaidOrder(context, caller, input);
  if (!found.ok) return found;

  // The second try replaces an open intent that can no longer be paid.
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const claimed = await claimAttempt(context, found.value.id);
    if (!claimed.ok) return claimed;
    const result = await getIntentOrFailure(context, claimed.value.order, claimed.value.payment);
    if (!result.ok) return result;
    const intent = result.value;
    // The intent is canceled or unknown at the provider: its attempt ends, and the order gets a new one.
    if (!intent) {
      const { intentId } = claimed.value.payment;
      if (intentId) await markIntentMissing(context, intentId, await getDatabaseTime(context.db));
      continue;
    }
    if (intent.status === 'canceled') {
      await settlePayment(context, intent.id);
      continue;
    }
    if (intent.status === 'succeeded') {
      const settled = await settlePayment(context, intent.id);
      return settled.ok ? fail('already_paid') : settled;
    }
    if (intent.status === 'processing') return fail('payment_processing');
    return ok({ clientSecret: intent.clientSecret });
  }
  return fail('provider_unavailable');
}

async function getUnpaidOrder(
  context: AppContext,
  caller: Caller,
  { price, order }: { price: number | string; order?: string | undefined },
): Promise<Outcome<OrderRow>> {
  const cents = decimalToCents(price);
  if (cents === null) return fail('invalid', { fields: { price: 'Please send the total as a decimal amount.' } });
  if (order) {
    const row = await getOrder(context.db, order);
    if (!row || row.userId !== caller.userId || row.state === 'deleted' || row.state === 'expired')
      return describeMissingOrder(context.db, caller.userId, order);
    if (row.state !== 'placed') return fail('already_paid');
    return row.totalCents === cents
      ? ok(row)
      : fail('price_changed', {
          detail: 'This is not the total of the order.',
          fields: { price: `The total is ${centsToDecimal(row.totalCents)}.` },
          extra: { price: centsToDecimal(row.totalCents) },
        });
  }
  const [row, second] = await listUnpaidOrdersByTotal(context.db, caller.userId, cents);
  return row && !second
    ? ok(row)
    : fail('order_ambiguous', { fields: { price: 'You have no unpaid order of this total, or more than one.' } });
}

/** Returns the open attempt to pay an order, or stores a new one before the provider is called. */
async function claimAttempt(
  context: AppContext,
  orderId: string,
): Promise<Outcome<{ order: OrderRow; payment: PaymentRow }>> {
  return context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order || !nextState(order.state, 'pay')) return fail(order?.paidAt ? 'already_paid' : 'not_found');
    const { userId, totalCents: amountCents, currency } = order;
    // Disabled since this request began: the order is about to end.
    if (await isUserDisabled(tx, userId)) return fail('account_disabled');
    const payment =
      (await getOpenPayment(tx, orderId)) ?? (await insertPayment(tx, { orderId, userId, amountCents, currency }));
    return ok({ order, payment });
  });
}

/** Calls `getIntent`. A failure, not an exception, when the provider permanently rejects the payment. */
async function getIntentOrFailure(
  context: AppContext,
  order: OrderRow,
  payment: PaymentRow,
): Promise<Outcome<ProviderIntent | null>> {
  try {
    return ok(await getIntent(context, order, payment));
  } catch (error) {
    if (!(error instanceof ProviderUnavailable) || !error.rejected || payment.intentId) throw error;
    context.log.error({ err: error, orderId: order.id }, 'the card provider rejected a payment');
    return fail('payment_refused');
  }
}

/** The intent of an attempt. The attempt's id is the idempotency key, so a lost response is sent again. */
async function getIntent(context: AppContext, order: OrderRow, payment: PaymentRow): Promise<ProviderIntent | null> {
  if (payment.intentId) return context.provider.retrieveIntent(payment.intentId);
  try {
    return await createAttachedIntent(context, order, payment);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    // The provider rejects a key that is in use: the concurrent request may have stored the intent.
    const attached = await getPayment(context.db, payment.id);
    if (!attached?.intentId) throw error;
    return context.provider.retrieveIntent(attached.intentId);
  }
}

/**
 * An attempt always sends the same arguments: the provider rejects a key with different ones. Null when the attempt has
 * ended meanwhile: then its intent is canceled.
 */
async function createAttachedIntent(
  context: AppContext,
  order: OrderRow,
  payment: PaymentRow,
): Promise<ProviderIntent | null> {
  const intent = await createIntent(context, {
    paymentId: payment.id,
    orderId: order.id,
    userId: order.userId,
    email: order.email,
    amountCents: payment.amountCents,
    currency: payment.currency,
    description: `${order.quantity} × ${order.itemName}`,
  });
  await failPoint('start-payment:intent-created');
  await attachIntent(context.db, payment.id, intent.id);
  const attached = await getPayment(context.db, payment.id);
  if (attached?.state !== 'canceled') return intent;
  await attachLateIntent(context.db, payment.id, intent.id);
  await context.provider.cancelIntent(intent.id);
  return null;
}

/**
 * A rejected payment, or a failure that the provider stores for this key, never becomes an intent. The attempt ends, and
 * the next request starts another. If the intent exists after all, nobody has its client secret, so nobody can pay it.
 */
async function createIntent(
  context: AppContext,
  input: Parameters<CardProvider['createIntent']>[0],
): Promise<ProviderIntent> {
  try {
    return await context.provider.createIntent(input);
  } catch (error) {
    if (error instanceof ProviderUnavailable && (error.keyPoisoned || error.rejected))
      await abandonAttempt(context.db, input.paymentId);
    throw error;
  }
}

/**
 * The intent id of an attempt. If the provider's response was lost, the same key fetches it again, and it is stored.
 * Null when the attempt has ended meanwhile.
 */
export async function ensureIntentId(context: AppContext, payment: PaymentRow): Promise<string | null> {
  if (payment.intentId) return payment.intentId;
  const order = await getOrder(context.db, payment.orderId);
  if (!order) throw new Error('a payment always has its order');
  return (await createAttachedIntent(context, order, payment))?.id ?? null;
}
