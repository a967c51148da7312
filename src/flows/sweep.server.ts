import { selectOrder, selectOverdueOrderIds } from '#src/features/orders/queries.server.ts';
import { nextState } from '#src/features/orders/rules.ts';
import { extendHold } from '#src/features/orders/transitions.server.ts';
import { ProviderUnavailable } from '#src/features/payments/provider.server.ts';
import {
  claimSettled,
  claimUnsettled,
  type PaymentRow,
  setPaymentState,
  unclaimSettled,
} from '#src/features/payments/queries.server.ts';
import { checkPayment } from './check-payment.server.ts';
import { refundDue } from './give-back.server.ts';
import { releaseOrder } from './release-order.server.ts';
import { settlePayment } from './settle-payment.server.ts';
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
      if (outcome === 'away') continue;
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
 * webhook should have told us, and did not. Also tries refunds again that are due. Ends when the provider is away.
 */
export async function reconcilePayments(shop: Shop, olderThanMs = 20_000, signal?: AbortSignal): Promise<number> {
  const claimed = await claimUnsettled(shop.db, { olderThanMs, limit: 50 });
  for (const payment of claimed) {
    if (signal?.aborted) break;
    const done = await guarded(shop, 'reconcile', payment.id, () => reconcile(shop, payment));
    if (done === 'away') break;
  }
  return claimed.length;
}

/**
 * Asks, seldom, about payments that are done with: a refund or a dispute whose message never came, money taken for an
 * attempt that had ended. How many. Those the provider could not be asked about are as due afterwards as before.
 */
export async function reconcileSettled(shop: Shop, signal?: AbortSignal): Promise<number> {
  const claimed = await claimSettled(shop.db, 20);
  // In no order, so that one whose asking fails always does not keep the others waiting for ever.
  const waiting = claimed.sort(() => Math.random() - 0.5);
  let asked = 0;
  for (const { id } of waiting) {
    if (signal?.aborted || (await guarded(shop, 'reconcile settled', id, () => checkPayment(shop, id))) === 'away')
      break;
    asked += 1;
  }
  await unclaimSettled(shop.db, waiting.slice(asked));
  return asked;
}

async function reconcile(shop: Shop, payment: PaymentRow): Promise<void> {
  if (payment.state === 'refund_due') return refundDue(shop, payment);
  const intentId = await intentIdOf(shop, payment);
  if (!intentId) return;
  const settled = await settlePayment(shop, intentId);
  if (settled.ok || settled.code !== 'payment_incomplete') return;
  const order = await selectOrder(shop.db, payment.orderId);
  if (!order || nextState(order.state, 'pay')) return;
  // The order has ended without its intent: close it, so that nobody can pay for nothing.
  const providerStatus = await shop.provider.cancelIntent(intentId);
  if (providerStatus) await setPaymentState(shop.db, payment.id, { state: 'canceled', providerStatus });
}

/** One that fails must not keep the others waiting; a provider that is away fails them all. */
async function guarded<T>(shop: Shop, work: string, id: string, run: () => Promise<T>): Promise<T | 'away' | null> {
  try {
    return await run();
  } catch (error) {
    const level = error instanceof ProviderUnavailable ? 'warn' : 'error';
    shop.log[level]({ err: error, work, id }, 'will be tried again');
    return error instanceof ProviderUnavailable && error.trouble ? 'away' : null;
  }
}
