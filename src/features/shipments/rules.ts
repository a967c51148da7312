import { countLeftToShip, type LinePieces } from '#src/shared/line-pieces.ts';
import { getPayable } from '#src/shared/totals/purchase-charges.ts';

/** For this long a shipment can be undone without a trace for its buyer: their mail waits until then. */
export const UNDO_SECONDS = 60;

/** The most purchases that one call ships. */
export const MAX_PURCHASES = 50;

export const MAX_CARRIER_LENGTH = 60;
export const MAX_TRACKING_LENGTH = 100;
export const MAX_UNDO_REASON_LENGTH = 500;

/** How many pieces of a line can be shipped. A line that was refunded in full is not shipped. */
export function countShippable(
  line: LinePieces & { state: string; refundedMinor: number; totalMinor: number; chargesMinor: number },
): number {
  return line.state === 'paid' && line.refundedMinor < getPayable(line) ? countLeftToShip(line) : 0;
}
