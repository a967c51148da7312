import type { ManyShipments, ManyShipped } from '#src/features/shipments/contract.ts';
import { getUndoableUntil } from '#src/features/shipments/queries.server.ts';
import type { Caller } from '#src/platform/caller.ts';
import { toProblemDocument } from '#src/shared/problem.ts';
import { shipPurchase } from './ship-purchase.server.ts';
import type { ShipmentContext } from './shipment-mails.server.ts';

/** Ships everything that is left of each purchase in its own transaction, and returns the result of each. */
export async function shipMany(
  context: ShipmentContext,
  caller: Caller,
  { purchases, carrier, tracking = {}, idempotencyKey }: ManyShipments & { idempotencyKey?: string | undefined },
): Promise<ManyShipped['results']> {
  const results: ManyShipped['results'] = [];
  for (const purchase of purchases) {
    const parcel = { carrier, tracking: tracking[purchase] ?? '', idempotencyKey };
    const shipped = await shipPurchase(context, caller, purchase, parcel);
    if (shipped.ok) {
      const { id, number } = shipped.value;
      const undoableUntil = getUndoableUntil(shipped.value).toISOString();
      results.push({ purchase, shipped: true, insertedId: id, number, undoableUntil });
    } else {
      const { code, detail } = toProblemDocument(shipped);
      results.push({ purchase, shipped: false, code, detail });
    }
  }
  return results;
}
