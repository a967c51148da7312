import type { ProviderIntent } from '#src/features/payments/provider.server.ts';
import {
  getDatabaseTime,
  getPayment,
  getPaymentByIntent,
  recordProviderStatus,
} from '#src/features/payments/queries.server.ts';
import { PAYABLE_STATUSES } from '#src/features/payments/rules.ts';
import { markEventsOfIntentApplied } from '#src/features/payments/webhook-events.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import { syncRefundsAndDisputes } from './refund-payment.server.ts';
import {
  applyIntent,
  fetchIntent,
  markIntentMissing,
  type Settlement,
  settlePayment,
} from './settle-payment.server.ts';
import { ensureIntentId } from './start-payment.server.ts';

/**
 * Asks the provider all there is to ask about one payment, and makes good what differs. As often as one likes. Throws
 * `ProviderUnavailable`.
 */
export async function syncPayment(context: AppContext, paymentId: string): Promise<Outcome<null>> {
  const payment = await getPayment(context.db, paymentId);
  if (!payment) return fail('not_found', { detail: 'There is no such payment.' });
  const lookedAt = await getDatabaseTime(context.db);
  const intentId = payment.state === 'creating' ? await ensureIntentId(context, payment) : payment.intentId;
  if (!intentId) return ok(null);
  await syncIntent(context, intentId, { money: true });
  await markEventsOfIntentApplied(context.db, intentId, lookedAt);
  return ok(null);
}

/**
 * Asks the provider about an intent and makes good what differs: settles it, closes one whose attempt is over, and with
 * `money` stores its refunds and disputes. Null when the provider knows nothing of it. Throws `ProviderUnavailable`.
 */
export async function syncIntent(
  context: AppContext,
  intentId: string,
  { money }: { money: boolean },
): Promise<{ intent: ProviderIntent; settled: Outcome<Settlement> } | null> {
  const { intent, checkedAt } = await fetchIntent(context, intentId);
  if (!intent) {
    await markIntentMissing(context, intentId, checkedAt);
    return null;
  }
  const settled = await applyIntent(context, intent, checkedAt);
  const payment = await getPaymentByIntent(context.db, intentId, null);
  if (payment) {
    await recordProviderStatus(context.db, payment.id, intent.status, checkedAt);
    if (payment.state === 'canceled' && PAYABLE_STATUSES.includes(intent.status))
      await closeIntent(context, payment.id, intentId);
  }
  if (money) await syncRefundsAndDisputes(context, intentId);
  return { intent, settled };
}

/** Sees to it that nobody can pay an attempt that is over; money that was faster is settled. */
async function closeIntent(context: AppContext, paymentId: string, intentId: string): Promise<void> {
  const closed = await context.provider.cancelIntent(intentId);
  if (closed) await recordProviderStatus(context.db, paymentId, closed, await getDatabaseTime(context.db));
  else await settlePayment(context, intentId);
}
