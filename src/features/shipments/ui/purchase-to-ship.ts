import { shipmentCopy } from '../copy.ts';
import { countLeftToShip } from '../rules.ts';

const { ship: copy } = shipmentCopy;

/** A line as the API of purchases and orders has it. */
interface LineToShip {
  _id: string;
  itemName: string;
  quantity: number;
  shippedQuantity: number;
  canceledQuantity: number;
  state: string;
  price: string;
  refunded: string | null;
  dispute?: { state: string } | null;
}

/** What asking before a shipment needs to know of a purchase. */
export interface PurchaseToShip {
  _id: string;
  /** Null for an order of an earlier version whose purchase does not exist yet. */
  number: string | null;
  name: string;
  email: string;
  total: string;
  /** As its country writes it. */
  delivery: { lines: readonly string[] } | null;
  /** Absent where nobody can have asked. */
  cancelRequest?: object | null;
  lines: readonly LineToShip[];
}

/** How many pieces of a line can be shipped. What was refunded in full is not sent. */
export function countLeft(line: LineToShip): number {
  return line.state === 'paid' && line.refunded !== line.price ? countLeftToShip(line) : 0;
}

/** What should stop whoever ships a purchase, or null: its buyer wants the money back, or a bank does. */
export function findWarning({ cancelRequest, lines }: Pick<PurchaseToShip, 'cancelRequest' | 'lines'>): string | null {
  if (cancelRequest) return copy.wantsToCancel;
  const dispute = lines.find((line) => line.dispute)?.dispute;
  return (dispute && copy.warnings[dispute.state]) ?? null;
}
