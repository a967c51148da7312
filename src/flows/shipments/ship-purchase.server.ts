import { addShippedPieces } from '#src/features/orders/transitions.server.ts';
import { lockPurchase, NO_PURCHASE, type PurchaseWithLines } from '#src/features/purchases/queries.server.ts';
import { recordPurchaseShipped } from '#src/features/purchases/transitions.server.ts';
import { nameCarrier, toCarrierKey } from '#src/features/shipments/carriers.ts';
import type { NewShipment } from '#src/features/shipments/contract.ts';
import {
  getShipmentByKey,
  insertShipment,
  type OrderPieces,
  type StoredShipment,
} from '#src/features/shipments/queries.server.ts';
import { countShippable } from '#src/features/shipments/rules.ts';
import { recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import type { Tx } from '#src/platform/database.server.ts';
import { failPoint } from '#src/platform/fail-point.server.ts';
import { findFirstResult, type Idempotency, toIdempotency } from '#src/platform/idempotency.server.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import { queueShippedMail, type ShipmentContext } from './shipment-mails.server.ts';

export interface Shipped extends StoredShipment {
  shipped: OrderPieces[];
}

/** The pieces to ship, or the problem that says why nothing can be shipped. */
export type ChooseLines = (locked: PurchaseWithLines) => Outcome<OrderPieces[]>;

/**
 * Ships a paid purchase: everything that is left of it, or some pieces of the named lines. A repeated idempotency key
 * returns the same shipment. Its mail waits until it can no longer be undone without a trace.
 */
export async function shipPurchase(
  context: ShipmentContext,
  caller: Caller,
  purchaseId: string,
  { idempotencyKey, ...shipment }: NewShipment & { idempotencyKey?: string | undefined },
): Promise<Outcome<Shipped>> {
  const idempotency = toIdempotency(idempotencyKey, listShipmentValues(shipment));
  const outcome = await context.db.transaction(async (tx) => {
    const locked = await lockPurchase(tx, purchaseId);
    if (!locked) return NO_PURCHASE;
    const first = await findFirstResult(
      idempotency,
      (key) => getShipmentByKey(tx, purchaseId, caller.userId, key),
      (shipped): Shipped => shipped,
    );
    if (first) return first;
    return shipLocked(tx, context, caller, locked, {
      ...shipment,
      idempotency,
      choose: (current) => chooseLines(current, shipment.lines),
    });
  });
  await failPoint('ship:after-commit');
  return outcome;
}

/** Ships what `choose` picks, in the transaction that holds the purchase's lock. */
export async function shipLocked(
  tx: Tx,
  context: ShipmentContext,
  caller: Caller,
  locked: PurchaseWithLines,
  {
    choose,
    idempotency,
    ...label
  }: Pick<NewShipment, 'carrier' | 'tracking'> & {
    choose: ChooseLines;
    idempotency: Idempotency | null;
  },
): Promise<Outcome<Shipped>> {
  const { purchase, lines } = locked;
  const chosen = checkPurchase(locked) ?? choose(locked);
  if (!chosen.ok) return chosen;
  const carrier = toCarrierKey(label.carrier);
  const { tracking } = label;
  const stored = await insertShipment(
    tx,
    { purchaseId: purchase.id, carrier, tracking, shippedBy: caller.userId, idempotency },
    chosen.value,
  );
  const states = await addShippedPieces(tx, chosen.value);
  await recordPurchaseShipped(tx, purchase.id);
  await recordAuditEvents(
    tx,
    {
      by: caller,
      action: 'shipment.created',
      id: stored.id,
      name: nameShipment(purchase, stored),
      after: { pieces: countPieces(chosen.value), carrier: nameCarrier(carrier), tracking },
    },
    ...lines
      .filter(({ id, state }) => state === 'paid' && states.get(id) === 'shipped')
      .map((line) => ({
        by: caller,
        action: 'order.shipped' as const,
        id: line.id,
        name: line.itemName,
        before: { state: line.state },
        after: { state: 'shipped' },
      })),
  );
  await queueShippedMail(tx, context, locked, { ...stored, carrier, tracking, pieces: chosen.value });
  await failPoint('ship:before-commit');
  return ok({ ...stored, shipped: chosen.value });
}

/** Why nothing of a purchase can be shipped, or null. A disputed purchase can be, since its admin was warned. */
function checkPurchase({ purchase }: PurchaseWithLines) {
  if (purchase.state === 'placed') return fail('not_paid');
  if (purchase.paidAt === null) return fail('order_ended');
  if (purchase.refundedMinor >= purchase.totalMinor) return fail('refunded_in_full');
  return purchase.state === 'canceled' ? fail('order_ended') : null;
}

/** The pieces of the named lines, or of all lines with pieces left. */
function chooseLines({ lines }: PurchaseWithLines, named: NewShipment['lines']): Outcome<OrderPieces[]> {
  const left = lines
    .map((line) => ({ order: line.id, quantity: countShippable(line) }))
    .filter(({ quantity }) => quantity > 0);
  if (left.length === 0) return fail('nothing_to_ship');
  if (!named) return ok(left);
  const fields: Record<string, string> = {};
  for (const [at, { order, quantity }] of named.entries()) {
    const most = left.find((line) => line.order === order)?.quantity ?? 0;
    if (!lines.some(({ id }) => id === order)) fields[`lines.${at}.order`] = 'This order has no such line.';
    else if (quantity > most)
      fields[`lines.${at}.quantity`] =
        most === 0 ? 'This line has nothing left to ship.' : `This line has only ${most} left to ship.`;
  }
  return Object.keys(fields).length > 0 ? fail('invalid', { fields }) : ok(named);
}

/** The name of a shipment in the audit log. */
export function nameShipment(
  { number }: PurchaseWithLines['purchase'],
  shipment: Pick<StoredShipment, 'number'>,
): string {
  return `${number}, shipment ${shipment.number}`;
}

/** The total number of these pieces. */
export function countPieces(pieces: readonly OrderPieces[]): number {
  return pieces.reduce((sum, { quantity }) => sum + quantity, 0);
}

function listShipmentValues({ lines, carrier, tracking }: NewShipment) {
  return [lines?.map(({ order, quantity }) => [order, quantity]) ?? null, carrier, tracking];
}
