/** How many pieces of a line were ordered, shipped and canceled. */
export interface LinePieces {
  quantity: number;
  shippedQuantity: number;
  /** Refunded before they were shipped. */
  canceledQuantity: number;
}

/**
 * How many pieces of a paid line were neither shipped nor refunded. Pieces that came back and were refunded count as
 * shipped.
 */
export function countLeftToShip({ quantity, shippedQuantity, canceledQuantity }: LinePieces): number {
  return Math.max(0, quantity - shippedQuantity - canceledQuantity);
}
