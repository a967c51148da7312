import { selectOrder, selectOverdueOrderIds } from '#src/features/orders/queries.server.ts';
import { nextState } from '#src/features/orders/rules.ts';
import { extendHold } from '#src/features/orders/transitions.server.ts';
import { ProviderUnavailable } from '#src/features/payments/provider.server.ts';
import {
  claimSettled,
  claimUnsettled,
  type PaymentRow,
  setPaymentState,
} from '#src/features/payments/queries.server.ts';
import { checkPayment } from './check-payment.server.ts';
import { releaseOrder } from './release-order.server.ts';
import { refundDue, settlePayment } from './settle-payment.server.ts';
import type { Shop } from './shop.server.ts';
import { intentIdOf } from './start-payment.server.ts';

/**
 * Ends unpaid orders whose hold has run out. How many. A provider that is away is asked once a round, not once an
 * order, so that nobody's stock waits for it. `signal` ends the round between two orders.
 */
export async function expireOverdueOrders(shop: Shop, signal?: AbortSignal): Promise<number> {
  let expired = 0;
  let providerAway = false;
  for (;;) {
    const ids = await selectOverdueOrderIds(shop.db, 100);
    const before = expired;
    for (const id of ids) {
      if (signal?.aborted) return expired;
      const outcome = await guarded(shop, 'expire', id, () => releaseOrder(shop, id, 'expire', providerAway));
      if (outcome?.ok) {
        expired += 1;
        providerAway ||= outcome.value.providerAway;
      } else if (outcome?.code === 'payment_processing') await extendHold(shop.db, id);
    }
    // A whole page that did not move would be read again for ever.
    if (ids.length < 100 || expired === before) return expired;
  }
}

/**
 * Asks the provider about every payment that has been open for a while and applies the answer: what the browser or a
 * webhook should have told us, and did not. Also tries refunds again that are due.
 */
export async function reconcilePayments(shop: Shop, olderThanMs = 20_000, signal?: AbortSignal): Promise<number> {
  const claimed = await claimUnsettled(shop.db, { olderThanMs, limit: 50 });
  for (const payment of claimed) {
    if (signal?.aborted) break;
    await guarded(shop, 'reconcile', payment.id, () => reconcile(shop, payment));
  }
  return claimed.length;
}

/** Asks, seldom, about payments that were settled: a refund or a dispute whose message never came. How many. */
export async function reconcileSettled(shop: Shop, signal?: AbortSignal): Promise<number> {
  const claimed = await claimSettled(shop.db, 20);
  for (const { id } of claimed) {
    if (signal?.aborted) break;
    await guarded(shop, 'reconcile settled', id, () => checkPayment(shop, id));
  }
  return claimed.length;
}

async function reconcile(shop: Shop, payment: PaymentRow): Promise<void> {
  if (payment.state === 'refund_due') return refundDue(shop, payment);
  const intentId = await intentIdOf(shop, payment);
  const settled = await settlePayment(shop, intentId);
  if (settled.ok || settled.code !== 'payment_incomplete') return;
  const order = await selectOrder(shop.db, payment.orderId);
  if (!order || nextState(order.state, 'pay')) return;
  // The order has ended without its intent: close it, so that nobody can pay for nothing.
  if (await shop.provider.cancelIntent(intentId))
    await setPaymentState(shop.db, payment.id, { state: 'canceled', providerStatus: 'canceled' });
}

/** One that fails must not keep the others waiting. */
async function guarded<T>(shop: Shop, work: string, id: string, run: () => Promise<T>): Promise<T | null> {
  try {
    return await run();
  } catch (error) {
    const level = error instanceof ProviderUnavailable ? 'warn' : 'error';
    shop.log[level]({ err: error, work, id }, 'will be tried again');
    return null;
  }
}
