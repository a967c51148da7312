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
import { syncRefundsAndDisputes } from '#src/flows/refunds/sync-refunds.server.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import { ensureIntentId } from './payment-intents.server.ts';
import {
  applyIntent,
  fetchIntent,
  markIntentMissing,
  type Settlement,
  settlePayment,
} from './settle-payment.server.ts';

/**
 * Fetches the intent, refunds and disputes of one payment, and applies the differences. Idempotent. Throws
 * `ProviderUnavailable`.
 */
export async function syncPayment(context: AppContext, paymentId: string): Promise<Outcome<null>> {
  const payment = await getPayment(context.db, paymentId);
  if (!payment) return fail('not_found', { detail: 'There is no such payment.' });
  const syncStartedAt = await getDatabaseTime(context.db);
  const intentId = payment.state === 'creating' ? await ensureIntentId(context, payment) : payment.intentId;
  if (!intentId) return ok(null);
  await syncIntent(context, intentId, { includeRefunds: true });
  await markEventsOfIntentApplied(context.db, intentId, syncStartedAt);
  return ok(null);
}

/**
 * Fetches an intent and applies the differences: settles it, and cancels it if its attempt has ended. With
 * `includeRefunds` it also stores refunds and disputes. Null if the provider does not know the intent. Throws
 * `ProviderUnavailable`.
 */
export async function syncIntent(
  context: AppContext,
  intentId: string,
  { includeRefunds }: { includeRefunds: boolean },
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
  if (includeRefunds) await syncRefundsAndDisputes(context, intentId);
  return { intent, settled };
}

/** Cancels the intent of an ended attempt, so that nobody can pay it. If it was already paid, it is settled. */
async function closeIntent(context: AppContext, paymentId: string, intentId: string): Promise<void> {
  const closed = await context.provider.cancelIntent(intentId);
  if (closed) await recordProviderStatus(context.db, paymentId, closed, await getDatabaseTime(context.db));
  else await settlePayment(context, intentId);
}
