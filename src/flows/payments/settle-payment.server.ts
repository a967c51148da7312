import { sellHeldStock } from '#src/features/catalogue/tool/stock-moves.server.ts';
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
import { lockPurchase, type PurchaseWithLines } from '#src/features/purchases/queries.server.ts';
import { nextPurchaseState } from '#src/features/purchases/rules.ts';
import { recordPurchasePaid } from '#src/features/purchases/transitions.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { issueInvoice } from '#src/flows/papers/issue-papers.server.ts';
import { nameInLog, queuePurchaseMail } from '#src/flows/purchases/purchase-mails.server.ts';
import { refundPayment } from '#src/flows/refunds/refund-payment.server.ts';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { Tx } from '#src/platform/database.server.ts';
import { failPoint } from '#src/platform/fail-point.server.ts';
import { minorToDecimal } from '#src/shared/money.ts';
import { fail, type Outcome, ok, type ProblemCode } from '#src/shared/problem.ts';

export interface Settlement {
  purchaseId: string;
  /** False when this payment was already settled. */
  changed: boolean;
}

/**
 * An intent as the provider returned it. Null if the provider does not have it. `checkedAt` is when the request
 * started.
 */
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
 * The only code that marks a purchase paid. The customer's browser, the webhook and the reconciler call it, in any
 * order and concurrently. It fetches the intent, compares it with the purchase, and applies it under the purchase's
 * lock. Money captured for a purchase that can no longer be paid is refunded in full. Throws `ProviderUnavailable`.
 */
export async function settlePayment(context: AppContext, intentId: string): Promise<Outcome<Settlement>> {
  const { intent, checkedAt } = await fetchIntent(context, intentId);
  if (intent) return applyIntent(context, intent, checkedAt);
  // An intent of ours may still appear, so the customer may try again.
  return fail((await markIntentMissing(context, intentId, checkedAt)) ? 'provider_unavailable' : 'payment_mismatch');
}

/** Settles with an intent that was already fetched. `checkedAt` is when that request started. */
export async function applyIntent(
  context: AppContext,
  intent: ProviderIntent,
  checkedAt: Date,
): Promise<Outcome<Settlement>> {
  const payment = await getPaymentByIntent(context.db, intent.id, intent.paymentId);
  if (!payment) {
    context.log.warn(
      { intentId: intent.id, status: intent.status },
      'an intent at the card provider does not belong to any payment',
    );
    return fail('payment_mismatch');
  }
  await failPoint('settle:before-commit');
  const { outcome, refund } = await context.db.transaction(async (tx) => {
    const locked = await lockPurchase(tx, payment.purchaseId);
    // Read again under the purchase's lock: another path may have settled it meanwhile.
    const current = await getPayment(tx, payment.id);
    if (!locked || !current) throw new Error('a payment always has its purchase');
    return applyLocked(context, tx, locked, current, { intent, checkedAt });
  });
  await failPoint('settle:after-commit');
  if (refund) await refundPayment(context, { ...payment, intentId: intent.id });
  return outcome;
}

/**
 * Marks an intent that the provider does not know, such as one of another account or of the sandbox. Nobody can pay it,
 * so its attempt ends and the customer can pay again. Returns false if the shop does not know the intent either.
 */
export async function markIntentMissing(context: AppContext, intentId: string, checkedAt: Date): Promise<boolean> {
  const payment = await getPaymentByIntent(context.db, intentId, null);
  if (!payment) return false;
  await context.db.transaction(async (tx) => {
    await lockPurchase(tx, payment.purchaseId);
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
  { purchase, lines }: PurchaseWithLines,
  payment: PaymentRow,
  { intent, checkedAt }: { intent: ProviderIntent; checkedAt: Date },
): Promise<Applied> {
  const failed = (code: ProblemCode, refund = false): Applied => ({ outcome: fail(code), refund });
  const settled = (changed: boolean): Applied => ({ outcome: ok({ purchaseId: purchase.id, changed }), refund: false });
  const notPayable: ProblemCode = purchase.paidAt ? 'already_paid' : 'order_ended';

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
    intent.purchaseId === purchase.id &&
    intent.amountMinor === purchase.totalMinor &&
    intent.receivedMinor === purchase.totalMinor &&
    intent.currency === purchase.currency;
  if (!matches || !nextPurchaseState(purchase.state, 'pay')) {
    await setPaymentState(tx, payment.id, { state: 'refund_due', intentId: intent.id, providerStatus });
    await recordAuditEvents(tx, {
      by: 'shop',
      action: 'payment.refund_due',
      id: payment.id,
      name: nameInLog(purchase, lines),
      before: { state: payment.state, order: purchase.state },
      after: { state: 'refund_due', received: minorToDecimal(intent.receivedMinor), intent: intent.id },
    });
    return failed(matches ? notPayable : 'payment_mismatch', true);
  }
  const paid = lines.filter(({ state }) => state === 'placed');
  const paidPurchase = await recordPurchasePaid(tx, purchase.id, intent.id);
  await sellHeldStock(tx, paid);
  await recordAuditEvents(tx, {
    by: 'provider',
    action: 'order.paid',
    id: purchase.id,
    name: nameInLog(purchase, paid),
    before: { state: purchase.state },
    after: { state: 'paid', intent: intent.id },
  });
  await setPaymentState(tx, payment.id, { state: 'captured', intentId: intent.id, providerStatus });
  const mail = {
    kind: 'order_paid' as const,
    data: { transactionId: intent.id, ...(purchase.delivery ? {} : { lacksAddress: true }) },
  };
  await queuePurchaseMail(tx, context, { purchase, lines: paid }, mail);
  // Last, because nobody else gets an invoice number until this transaction ends.
  await issueInvoice(tx, context, { purchase: paidPurchase, lines: paid });
  return settled(true);
}
