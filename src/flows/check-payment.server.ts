import { markEventsOfIntentApplied } from '#src/features/payments/events.server.ts';
import type { ProviderIntent } from '#src/features/payments/provider.server.ts';
import {
  noteProviderStatus,
  readClock,
  selectPayment,
  selectPaymentOfIntent,
} from '#src/features/payments/queries.server.ts';
import { PAYABLE } from '#src/features/payments/rules.ts';
import { type Outcome, refuse, succeed } from '#src/shared/problem.ts';
import { readGivenBack } from './give-back.server.ts';
import { forgetIntent, readIntent, type Settled, settleIntent, settlePayment } from './settle-payment.server.ts';
import type { Shop } from './shop.server.ts';
import { intentIdOf } from './start-payment.server.ts';

/**
 * Asks the provider all there is to ask about one payment, and makes good what differs. As often as one likes. Throws
 * `ProviderUnavailable`.
 */
export async function checkPayment(shop: Shop, paymentId: string): Promise<Outcome<null>> {
  const payment = await selectPayment(shop.db, paymentId);
  if (!payment) return refuse('not_found', { detail: 'There is no such payment.' });
  const lookedAt = await readClock(shop.db);
  const intentId = payment.state === 'creating' ? await intentIdOf(shop, payment) : payment.intentId;
  if (!intentId) return succeed(null);
  await lookAfter(shop, intentId, { money: true });
  await markEventsOfIntentApplied(shop.db, intentId, lookedAt);
  return succeed(null);
}

/**
 * Asks the provider about an intent and makes good what differs: settles it, closes one whose attempt is over, and with
 * `money` stores its refunds and disputes. Null when the provider knows nothing of it. Throws `ProviderUnavailable`.
 */
export async function lookAfter(
  shop: Shop,
  intentId: string,
  { money }: { money: boolean },
): Promise<{ intent: ProviderIntent; settled: Outcome<Settled> } | null> {
  const { intent, askedAt } = await readIntent(shop, intentId);
  if (!intent) {
    await forgetIntent(shop, intentId, askedAt);
    return null;
  }
  const settled = await settleIntent(shop, intent, askedAt);
  const payment = await selectPaymentOfIntent(shop.db, intentId, null);
  if (payment) {
    await noteProviderStatus(shop.db, payment.id, intent.status, askedAt);
    if (payment.state === 'canceled' && PAYABLE.includes(intent.status)) await closeIntent(shop, payment.id, intentId);
  }
  if (money) await readGivenBack(shop, intentId);
  return { intent, settled };
}

/** Sees to it that nobody can pay an attempt that is over; money that was faster is settled. */
async function closeIntent(shop: Shop, paymentId: string, intentId: string): Promise<void> {
  const closed = await shop.provider.cancelIntent(intentId);
  if (closed) await noteProviderStatus(shop.db, paymentId, closed, await readClock(shop.db));
  else await settlePayment(shop, intentId);
}
