import { orderFacts } from '#src/features/mail/letters.ts';
import { queueMail } from '#src/features/mail/outbox.server.ts';
import { lockOrder } from '#src/features/orders/queries.server.ts';
import { nextState } from '#src/features/orders/rules.ts';
import { recordOrderShipped } from '#src/features/orders/transitions.server.ts';
import { identifierSchema } from '#src/shared/identifier.ts';
import { type Outcome, refuse, succeed } from '#src/shared/problem.ts';
import type { Shop } from './shop.server.ts';

/** Marks a paid order shipped and tells its customer. How many changed: 0 when it was shipped before. */
export async function shipOrder(shop: Pick<Shop, 'db' | 'delivery'>, orderId: string): Promise<Outcome<number>> {
  if (!identifierSchema.safeParse(orderId).success) return refuse('not_found');
  return shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order || order.state === 'deleted' || order.state === 'expired')
      return refuse('not_found', { detail: 'There is no such order.' });
    if (order.state === 'shipped') return succeed(0);
    if (!nextState(order.state, 'ship')) return refuse('not_paid');
    if (order.refundedCents >= order.totalCents) return refuse('refunded_in_full');
    await recordOrderShipped(tx, orderId);
    await queueMail(tx, shop.delivery, {
      kind: 'order_shipped',
      data: { order: orderFacts(order) },
      recipient: order.email,
      orderId,
    });
    return succeed(1);
  });
}
