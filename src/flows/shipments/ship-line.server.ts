import { getOrder } from '#src/features/orders/queries.server.ts';
import {
  getPurchaseId,
  lockPurchase,
  NO_PURCHASE,
  type PurchaseWithLines,
} from '#src/features/purchases/queries.server.ts';
import type { OrderPieces } from '#src/features/shipments/queries.server.ts';
import { countShippable } from '#src/features/shipments/rules.ts';
import type { Caller } from '#src/platform/caller.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import { shipLocked } from './ship-purchase.server.ts';
import type { ShipmentContext } from './shipment-mails.server.ts';

/**
 * Ships what is left of one order, a line of its purchase. Returns how many orders it changed: 0 if already shipped.
 */
export async function shipLine(context: ShipmentContext, caller: Caller, orderId: string): Promise<Outcome<number>> {
  const found = await getOrder(context.db, orderId);
  if (!found) return NO_PURCHASE;
  return context.db.transaction(async (tx) => {
    const locked = await lockPurchase(tx, getPurchaseId(found));
    const order = locked?.lines.find(({ id }) => id === orderId);
    if (!locked || !order || order.state === 'deleted' || order.state === 'expired') return NO_PURCHASE;
    if (order.state === 'shipped') return ok(0);
    const shipped = await shipLocked(tx, context, caller, locked, {
      carrier: '',
      tracking: '',
      idempotency: null,
      choose: (current) => chooseRest(current, orderId),
    });
    return shipped.ok ? ok(1) : shipped;
  });
}

/** What is left of one line. If nothing is left and it was not shipped, its money was refunded. */
function chooseRest({ lines }: PurchaseWithLines, orderId: string): Outcome<OrderPieces[]> {
  const line = lines.find(({ id }) => id === orderId);
  const quantity = line ? countShippable(line) : 0;
  return quantity > 0 ? ok([{ order: orderId, quantity }]) : fail('refunded_in_full');
}
