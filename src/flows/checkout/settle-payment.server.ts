import { sellHeldStock } from '#src/features/catalogue/queries.server.ts';
import { lockOrder, type OrderRow } from '#src/features/orders/queries.server.ts';
import { nextState } from '#src/features/orders/rules.ts';
import { recordOrderPaid } from '#src/features/orders/transitions.server.ts';
import type { ProviderIntent } from '#src/features/payments/provider.server.ts';
import {
  attachLateIntent,
  getDatabaseTime,
  getPayment,
  getPaymentByIntent,
  type PaymentRow,
  recordProviderStatus,
  setPaymentState,
} from '#src/features/payments/queries.server.ts';
import { NOT_AT_PROVIDER } from '#src/features/payments/rules.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { Tx } from '#src/platform/database.server.ts';
import { failPoint } from '#src/platform/fail-point.server.ts';
import { centsToDecimal } from '#src/shared/money.ts';
import { fail, type Outcome, ok, type ProblemCode } from '#src/shared/problem.ts';
import { queueOrderMail } from './order-mails.server.ts';
import { refundPayment } from './refund-payment.server.ts';

export interface Settlement {
  orderId: string;
  /** False when this payment was already settled. */
  changed: boolean;
}

/** An intent as the provider returned it, null when it knows none. `checkedAt` is when the request started. */
export interface FetchedIntent {
  intent: ProviderIntent | null;
  checkedAt: Date;
}

/** Fetches an intent from the provider. Throws `ProviderUnavailable`. */
export async function fetchIntent(context: AppContext, intentId: string): Promise<FetchedIntent> {
  const checkedAt = await getDatabaseTime(context.db);
  return { intent: await context.provider.retrieveIntent(intentId), checkedAt };
}

/**
 * The only code that marks an order paid. The customer's browser, the webhook and the reconciler call it, in any order
 * and concurrently. It fetches the intent, compares it with the order, and applies it under the order's lock. Money
 * captured for an order that can no longer be paid is refunded in full. Throws `ProviderUnavailable`.
 */
export async function settlePayment(context: AppContext, intentId: string): Promise<Outcome<Settlement>> {
  const { intent, checkedAt } = await fetchIntent(context, intentId);
  if (intent) return applyIntent(context, intent, checkedAt);
  // An intent of ours may still appear, so the customer may try again.
  return fail((await markIntentMissing(context, intentId, checkedAt)) ? 'provider_unavailable' : 'payment_mismatch');
}

/** Settles with an intent that is already fetched. `checkedAt` is when that request started. */
export async function applyIntent(
  context: AppContext,
  intent: ProviderIntent,
  checkedAt: Date,
): Promise<Outcome<Settlement>> {
  const payment = await getPaymentByIntent(context.db, intent.id, intent.paymentId);
  if (!payment) {
    context.log.warn(
      { intentId: intent.id, status: intent.status },
      'an intent of the card provider belongs to no payment',
    );
    return fail('payment_mismatch');
  }
  await failPoint('settle:before-commit');
  const { outcome, refund } = await context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, payment.orderId);
    // Read again under the order's lock: another path may have settled it meanwhile.
    const current = await getPayment(tx, payment.id);
    if (!order || !current) throw new Error('a payment always has its order');
    return applyLocked(context, tx, order, current, { intent, checkedAt });
  });
  await failPoint('settle:after-commit');
  if (refund) await refundPayment(context, { ...payment, intentId: intent.id });
  return outcome;
}

/**
 * Marks an intent that the provider does not know, such as one of another account or of the sandbox. Nobody can pay it,
 * so its attempt ends and the customer can pay again. Returns false when the shop does not know the intent either.
 */
export async function markIntentMissing(context: AppContext, intentId: string, checkedAt: Date): Promise<boolean> {
  const payment = await getPaymentByIntent(context.db, intentId, null);
  if (!payment) return false;
  await context.db.transaction(async (tx) => {
    await lockOrder(tx, payment.orderId);
    const current = await getPayment(tx, payment.id);
    if (current?.state === 'open')
      await setPaymentState(tx, payment.id, { state: 'canceled', providerStatus: NOT_AT_PROVIDER });
    else await recordProviderStatus(tx, payment.id, NOT_AT_PROVIDER, checkedAt);
  });
  return true;
}

interface Applied {
  outcome: Outcome<Settlement>;
  /** Whether the captured money must be refunded. */
  refund: boolean;
}

async function applyLocked(
  context: AppContext,
  tx: Tx,
  order: OrderRow,
  payment: PaymentRow,
  { intent, checkedAt }: { intent: ProviderIntent; checkedAt: Date },
): Promise<Applied> {
  const failed = (code: ProblemCode, refund = false): Applied => ({ outcome: fail(code), refund });
  const settled = (changed: boolean): Applied => ({ outcome: ok({ orderId: order.id, changed }), refund: false });
  const notPayable: ProblemCode = order.paidAt ? 'already_paid' : 'order_ended';

  const { status: providerStatus } = intent;
  if (payment.providerStatus !== providerStatus) await recordProviderStatus(tx, payment.id, providerStatus, checkedAt);
  await attachLateIntent(tx, payment.id, intent.id);
  if (payment.state === 'captured') return settled(false);
  if (payment.state === 'refunded' || payment.state === 'charged_back') return failed(notPayable);
  if (payment.state === 'refund_due') return failed(notPayable, true);
  if (intent.status === 'canceled') {
    if (payment.state !== 'canceled')
      await setPaymentState(tx, payment.id, { state: 'canceled', intentId: intent.id, providerStatus });
    return failed('payment_incomplete');
  }
  if (intent.status === 'processing') return failed('payment_processing');
  if (intent.status !== 'succeeded') return failed('payment_incomplete');

  const matches =
    intent.orderId === order.id &&
    intent.amountCents === order.totalCents &&
    intent.receivedCents === order.totalCents &&
    intent.currency === order.currency;
  if (!matches || !nextState(order.state, 'pay')) {
    await setPaymentState(tx, payment.id, { state: 'refund_due', intentId: intent.id, providerStatus });
    await recordAuditEvents(tx, {
      by: 'shop',
      action: 'payment.refund_due',
      id: payment.id,
      name: order.itemName,
      before: { state: payment.state, order: order.state },
      after: { state: 'refund_due', received: centsToDecimal(intent.receivedCents), intent: intent.id },
    });
    return failed(matches ? notPayable : 'payment_mismatch', true);
  }
  await recordOrderPaid(tx, order.id, intent.id);
  await sellHeldStock(tx, order.toolId, order.quantity);
  await recordAuditEvents(tx, {
    by: 'provider',
    action: 'order.paid',
    id: order.id,
    name: order.itemName,
    before: { state: order.state },
    after: { state: 'paid', intent: intent.id },
  });
  await setPaymentState(tx, payment.id, { state: 'captured', intentId: intent.id, providerStatus });
  await queueOrderMail(tx, context, order, { kind: 'order_paid', data: { transactionId: intent.id } });
  return settled(true);
}
