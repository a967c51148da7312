import { returnHeldStock } from '#src/features/catalogue/queries.server.ts';
import { isUserDisabled } from '#src/features/identity/roles.server.ts';
import { getOrder, lockOrder } from '#src/features/orders/queries.server.ts';
import { nextState } from '#src/features/orders/rules.ts';
import { recordOrderEnded } from '#src/features/orders/transitions.server.ts';
import { ProviderUnavailable } from '#src/features/payments/provider.server.ts';
import {
  abandonAttempt,
  getOpenPayment,
  type PaymentRow,
  setPaymentState,
} from '#src/features/payments/queries.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { type Actor, recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { failPoint } from '#src/platform/fail-point.server.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import { queueOrderMail } from './order-mails.server.ts';
import { settlePayment } from './settle-payment.server.ts';
import { ensureIntentId } from './start-payment.server.ts';

/** Deletes an unpaid order, for its owner or an admin, and returns its stock. */
export async function deleteOrder(context: AppContext, caller: Caller, orderId: string): Promise<Outcome<unknown>> {
  const order = await getOrder(context.db, orderId);
  const theirs = order && (order.userId === caller.userId || caller.role === 'admin');
  if (!theirs || order.state === 'deleted' || order.state === 'expired')
    return fail('not_found', { detail: 'There is no such order.' });
  return cancelOrder(context, order.id, { event: 'delete', by: caller });
}

interface Cancellation {
  event: 'delete' | 'expire';
  by: Actor;
  /** Whether the provider is known to be unavailable. */
  providerUnavailable?: boolean;
}

/**
 * Ends an unpaid order and returns its stock. An open intent is first canceled at the provider, so that nobody can pay
 * it. If it was paid meanwhile, it is settled and the order stays. An expiry does not wait for an unavailable provider.
 * Should money still arrive, settling refunds it.
 */
export async function cancelOrder(
  context: AppContext,
  orderId: string,
  { event, by, providerUnavailable = false }: Cancellation,
): Promise<Outcome<{ providerUnavailable: boolean }>> {
  // A new attempt to pay may start in between. Three tries are plenty for one user's clicks.
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const open = await getOpenPayment(context.db, orderId);
    const canceled = open && !providerUnavailable ? await cancelOpenIntent(context, open, event) : null;
    if (canceled && !canceled.ok) return canceled;
    await failPoint('cancel:before-commit');
    const outcome = await context.db.transaction(async (tx) => {
      const order = await lockOrder(tx, orderId);
      if (!order) return fail('not_found');
      // The mail of an expiry tells people to order again, which a disabled user cannot.
      const isDisabled = event === 'expire' && (await isUserDisabled(tx, order.userId));
      const ended = nextState(order.state, isDisabled ? 'delete' : event);
      if (ended !== 'deleted' && ended !== 'expired') return fail(order.paidAt ? 'already_paid' : 'not_found');
      const stillOpen = await getOpenPayment(tx, orderId);
      if (stillOpen && stillOpen.id !== open?.id) return 'again' as const;
      if (stillOpen && canceled?.value)
        await setPaymentState(tx, stillOpen.id, { state: 'canceled', ...canceled.value });
      // Nobody ever received its client secret.
      else if (stillOpen?.state === 'creating' && event === 'delete') await abandonAttempt(tx, stillOpen.id);
      await recordOrderEnded(tx, order.id, ended);
      await returnHeldStock(tx, order.toolId, order.quantity);
      await recordAuditEvents(tx, {
        by,
        action: `order.${ended}`,
        id: order.id,
        name: order.itemName,
        before: { state: order.state },
        after: { state: ended },
      });
      if (ended === 'expired') {
        await queueOrderMail(tx, context, order, { kind: 'order_expired', data: {} });
      }
      return ok(order);
    });
    if (outcome === 'again') continue;
    if (!outcome.ok) return outcome;
    context.responseCache.invalidate('tools', `tool:${outcome.value.toolId}`);
    return ok({ providerUnavailable: providerUnavailable || canceled?.value === null });
  }
  return fail('payment_processing');
}

const NOT_DELETED =
  'A card payment of this order was begun, and the card provider cannot be reached right now to end it. The order was not deleted; please try again in a few minutes.';

/**
 * Cancels the open intent, so that it can never be paid. Null when the order ends without the provider. An expiry does
 * not wait for an unavailable one. Nobody has the client secret of an attempt without an intent.
 */
async function cancelOpenIntent(
  context: AppContext,
  open: PaymentRow,
  event: 'delete' | 'expire',
): Promise<Outcome<{ intentId: string; providerStatus: string } | null>> {
  try {
    const intentId = await ensureIntentId(context, open);
    if (!intentId) return ok(null);
    const providerStatus = await context.provider.cancelIntent(intentId);
    if (providerStatus) return ok({ intentId, providerStatus });
    const settled = await settlePayment(context, intentId);
    if (settled.ok) return fail('already_paid');
    return settled.code === 'payment_incomplete' ? fail('payment_processing') : settled;
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    if (event === 'expire' || open.state === 'creating') return ok(null);
    return fail('provider_unavailable', { detail: NOT_DELETED });
  }
}
