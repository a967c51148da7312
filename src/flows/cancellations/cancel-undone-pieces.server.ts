import { lockPurchase } from '#src/features/purchases/queries.server.ts';
import { countRefundedPieces } from '#src/features/purchases/refunded-pieces.server.ts';
import { listShippedRefundLines, setRefundedPieces } from '#src/features/refunds/queries.server.ts';
import type { RefundableLine } from '#src/features/refunds/rules.ts';
import type { Tx } from '#src/platform/database.server.ts';

type ShippedRefundLine = Awaited<ReturnType<typeof listShippedRefundLines>>[number];

/**
 * Corrects refunds after a shipment was undone, since pieces of it may have been refunded as shipped. They were not
 * shipped and never will be. Those that came back into stock count as shipped with another shipment, as far as there is
 * one. The newest refunds come first. The caller holds the purchase's lock.
 */
export async function cancelUndonePieces(
  tx: Tx,
  purchaseId: string,
  undone: readonly { order: string; quantity: number }[],
): Promise<void> {
  const lines = (await lockPurchase(tx, purchaseId))?.lines ?? [];
  const refunded = await listShippedRefundLines(tx, purchaseId);
  for (const { order, quantity } of undone) {
    const line = lines.find(({ id }) => id === order);
    const ofLine = refunded.filter(({ orderId }) => orderId === order);
    const canceled = line ? chooseCanceled(line, ofLine, quantity) : [];
    for (const { of, pieces } of canceled) {
      await setRefundedPieces(tx, of, { canceledQuantity: of.canceledQuantity + pieces });
      await countRefundedPieces(tx, purchaseId, [{ orderId: order, quantity: 0, canceledQuantity: pieces }]);
    }
  }
}

function chooseCanceled(line: RefundableLine, refunded: readonly ShippedRefundLine[], undone: number) {
  let left = undone;
  // No more pieces than were shipped can have been refunded as shipped.
  let excess = line.refundedQuantity - line.canceledQuantity - line.shippedQuantity;
  const canceled = refunded.map((of) => {
    const kept = of.quantity - Math.max(of.canceledQuantity, of.restockedQuantity);
    const pieces = Math.min(left, kept);
    left -= pieces;
    excess -= pieces;
    return { of, pieces };
  });
  for (const one of canceled) {
    const more = Math.min(excess, one.of.quantity - one.of.canceledQuantity - one.pieces);
    if (more <= 0) continue;
    one.pieces += more;
    excess -= more;
  }
  return canceled.filter(({ pieces }) => pieces > 0);
}
