import { lockOrder } from '#src/features/orders/queries.server.ts';
import { nextState } from '#src/features/orders/rules.ts';
import { recordOrderShipped } from '#src/features/orders/transitions.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { identifierSchema } from '#src/shared/field-schemas.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import { queueOrderMail } from './order-mails.server.ts';

/** Marks a paid order shipped and mails its customer. Returns the number of changed orders: 0 when already shipped. */
export async function shipOrder(
  context: Pick<AppContext, 'db' | 'initialMailState' | 'notify' | 'getCompany'>,
  caller: Caller,
  orderId: string,
): Promise<Outcome<number>> {
  if (!identifierSchema.safeParse(orderId).success) return fail('not_found');
  return context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order || order.state === 'deleted' || order.state === 'expired')
      return fail('not_found', { detail: 'There is no such order.' });
    if (order.state === 'shipped') return ok(0);
    if (!nextState(order.state, 'ship')) return fail('not_paid');
    if (order.refundedCents >= order.totalCents) return fail('refunded_in_full');
    await recordOrderShipped(tx, orderId);
    await recordAuditEvents(tx, {
      by: caller,
      action: 'order.shipped',
      id: orderId,
      name: order.itemName,
      before: { state: order.state },
      after: { state: 'shipped' },
    });
    await queueOrderMail(tx, context, order, { kind: 'order_shipped', data: {} });
    return ok(1);
  });
}
