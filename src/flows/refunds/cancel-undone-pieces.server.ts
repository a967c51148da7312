import { lockPurchase } from '#src/features/purchases/queries.server.ts';
import { countRefundedPieces } from '#src/features/purchases/refunded-pieces.server.ts';
import { listShippedRefundLines, setRefundedPieces } from '#src/features/refunds/queries.server.ts';
import type { Tx } from '#src/platform/database.server.ts';

/**
 * After a shipment was undone: pieces that were refunded as having left have not, and never will. The newest refunds come first.
 * The caller holds the purchase's lock.
 */
export async function cancelUndonePieces(tx: Tx, purchaseId: string): Promise<void> {
  const lines = (await lockPurchase(tx, purchaseId))?.lines ?? [];
  const excess = new Map(
    lines.map((line) => [line.id, line.refundedQuantity - line.canceledQuantity - line.shippedQuantity]),
  );
  if (![...excess.values()].some((pieces) => pieces > 0)) return;
  for (const { refundId, orderId, quantity, canceledQuantity } of await listShippedRefundLines(tx, purchaseId)) {
    const pieces = Math.min(excess.get(orderId) ?? 0, quantity - canceledQuantity);
    if (pieces <= 0) continue;
    excess.set(orderId, (excess.get(orderId) ?? 0) - pieces);
    await setRefundedPieces(tx, { refundId, orderId }, { canceledQuantity: canceledQuantity + pieces });
    await countRefundedPieces(tx, purchaseId, [{ orderId, quantity: 0, canceledQuantity: pieces }]);
  }
}
