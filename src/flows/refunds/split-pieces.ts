import { countLeftToShip } from '#src/features/shipments/rules.ts';

/** The parts of a paid line that matter for a refund. */
export interface RefundableLine {
  id: string;
  quantity: number;
  unitPriceCents: number;
  shippedQuantity: number;
  refundedQuantity: number;
  canceledQuantity: number;
}

/** How many pieces of a line were shipped and are not refunded yet. */
export function countLeftWithBuyer({ shippedQuantity, refundedQuantity, canceledQuantity }: RefundableLine): number {
  return Math.max(0, shippedQuantity - refundedQuantity + canceledQuantity);
}

/**
 * How many of the pieces of a refund were not shipped. Null if they cannot be split like that. Without `shipped`,
 * pieces that were not shipped are refunded first.
 */
export function splitPieces(line: RefundableLine, quantity: number, shipped?: number): number | null {
  const toShip = countLeftToShip(line);
  const canceled = shipped === undefined ? Math.min(quantity, toShip) : quantity - shipped;
  const fits = canceled >= 0 && canceled <= toShip && quantity - canceled <= countLeftWithBuyer(line);
  return fits ? canceled : null;
}
