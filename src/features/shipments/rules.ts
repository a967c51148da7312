/** For this long a shipment can be undone without a trace for its buyer: their mail waits until then. */
export const UNDO_SECONDS = 60;

/** The most purchases that one call ships. */
export const MAX_PURCHASES = 50;

export const MAX_CARRIER_LENGTH = 60;
export const MAX_TRACKING_LENGTH = 100;
export const MAX_UNDO_REASON_LENGTH = 500;

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

/** How many pieces of a line can be shipped. A line that was refunded in full is not shipped. */
export function countShippable(
  line: LinePieces & { state: string; refundedCents: number; totalCents: number },
): number {
  return line.state === 'paid' && line.refundedCents < line.totalCents ? countLeftToShip(line) : 0;
}
