import { countLeftToShip } from '#src/shared/line-pieces.ts';
import { shipmentCopy } from '../copy.ts';

const { ship: copy } = shipmentCopy;

/** A line as the API of purchases and orders returns it. */
interface LineToShip {
  _id: string;
  itemName: string;
  sku?: string;
  quantity: number;
  shippedQuantity: number;
  canceledQuantity: number;
  state: string;
  price: string;
  refunded: string | null;
  dispute?: { state: string } | null;
}

/** What the question before a shipment needs to know about a purchase. */
export interface PurchaseToShip {
  _id: string;
  number: string;
  name: string;
  email: string;
  total: string;
  /** In the format of its country. */
  delivery: { lines: readonly string[] } | null;
  /** Absent if nobody can have asked to cancel. */
  cancelRequest?: object | null;
  lines: readonly LineToShip[];
}

/** How many pieces of a line can be shipped. A line that was refunded in full is not shipped. */
export function countLeft(line: LineToShip): number {
  return line.state === 'paid' && line.refunded !== line.price ? countLeftToShip(line) : 0;
}

/** How many pieces of a line are still to come, paid or not. Only those of a paid line can be shipped. */
export function countOpen(line: LineToShip): number {
  return line.state === 'placed' ? countLeftToShip(line) : countLeft(line);
}

/** A reason not to ship a purchase, or null: its buyer, or a bank, wants the money back. */
export function findWarning({ cancelRequest, lines }: Pick<PurchaseToShip, 'cancelRequest' | 'lines'>): string | null {
  if (cancelRequest) return copy.wantsToCancel;
  const dispute = lines.find((line) => line.dispute)?.dispute;
  return (dispute && copy.warnings[dispute.state]) ?? null;
}
