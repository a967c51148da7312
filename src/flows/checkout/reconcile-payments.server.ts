import { getOrder, listOverdueOrderIds } from '#src/features/orders/queries.server.ts';
import { nextState } from '#src/features/orders/rules.ts';
import { extendHold } from '#src/features/orders/transitions.server.ts';
import { ProviderUnavailable } from '#src/features/payments/provider.server.ts';
import {
  claimSettled,
  claimUnsettled,
  type PaymentRow,
  releaseSettled,
  setPaymentState,
} from '#src/features/payments/queries.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { cancelOrder } from './cancel-order.server.ts';
import { refundPayment } from './refund-payment.server.ts';
import { settlePayment } from './settle-payment.server.ts';
import { ensureIntentId } from './start-payment.server.ts';
import { syncPayment } from './sync-payment.server.ts';

/**
 * Ends unpaid orders whose hold has run out. How many. A provider that is away is asked once a round, not once an
 * order, so that nobody's stock waits for it. `signal` ends the round between two orders.
 */
export async function expireOrders(context: AppContext, signal?: AbortSignal): Promise<number> {
  let expired = 0;
  let providerUnavailable = false;
  for (;;) {
    const ids = await listOverdueOrderIds(context.db, 100);
    const before = expired;
    for (const id of ids) {
      if (signal?.aborted) return expired;
      const outcome = await tryOne(context, 'expire', id, () =>
        cancelOrder(context, id, 'expire', providerUnavailable),
      );
      if (outcome === 'away') continue;
      if (outcome?.ok) {
        expired += 1;
        providerUnavailable ||= outcome.value.providerUnavailable;
      } else if (outcome?.code === 'payment_processing') await extendHold(context.db, id);
    }
    // A whole page that did not move would be read again for ever.
    if (ids.length < 100 || expired === before) return expired;
  }
}

/**
 * Asks the provider about every payment that has been open for a while and applies the answer: what the browser or a
 * webhook should have told us, and did not. Also tries refunds again that are due. Ends when the provider is away.
 */
export async function reconcilePayments(
  context: AppContext,
  olderThanMs = 20_000,
  signal?: AbortSignal,
): Promise<number> {
  const claimed = await claimUnsettled(context.db, { olderThanMs, limit: 50 });
  for (const payment of claimed) {
    if (signal?.aborted) break;
    const done = await tryOne(context, 'reconcile', payment.id, () => reconcile(context, payment));
    if (done === 'away') break;
  }
  return claimed.length;
}

/**
 * Asks, seldom, about payments that are done with: a refund or a dispute whose message never came, money taken for an
 * attempt that had ended. How many. Those the provider could not be asked about are as due afterwards as before.
 */
export async function reconcileSettledPayments(context: AppContext, signal?: AbortSignal): Promise<number> {
  const claimed = await claimSettled(context.db, 20);
  // In no order, so that one whose asking fails always does not keep the others waiting for ever.
  const waiting = claimed.sort(() => Math.random() - 0.5);
  let asked = 0;
  for (const { id } of waiting) {
    if (signal?.aborted || (await tryOne(context, 'reconcile settled', id, () => syncPayment(context, id))) === 'away')
      break;
    asked += 1;
  }
  await releaseSettled(context.db, waiting.slice(asked));
  return asked;
}

async function reconcile(context: AppContext, payment: PaymentRow): Promise<void> {
  if (payment.state === 'refund_due') return refundPayment(context, payment);
  const intentId = await ensureIntentId(context, payment);
  if (!intentId) return;
  const settled = await settlePayment(context, intentId);
  if (settled.ok || settled.code !== 'payment_incomplete') return;
  const order = await getOrder(context.db, payment.orderId);
  if (!order || nextState(order.state, 'pay')) return;
  // The order has ended without its intent: close it, so that nobody can pay for nothing.
  const providerStatus = await context.provider.cancelIntent(intentId);
  if (providerStatus) await setPaymentState(context.db, payment.id, { state: 'canceled', providerStatus });
}

/** One that fails must not keep the others waiting; a provider that is away fails them all. */
async function tryOne<T>(
  context: AppContext,
  work: string,
  id: string,
  run: () => Promise<T>,
): Promise<T | 'away' | null> {
  try {
    return await run();
  } catch (error) {
    const level = error instanceof ProviderUnavailable ? 'warn' : 'error';
    context.log[level]({ err: error, work, id }, 'will be tried again');
    return error instanceof ProviderUnavailable && error.reason ? 'away' : null;
  }
}
