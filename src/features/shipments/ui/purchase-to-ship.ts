import { countLeftToShip } from '../rules.ts';

/** A line as the API of purchases and orders has it. */
interface LineToShip {
  _id: string;
  itemName: string;
  quantity: number;
  shippedQuantity: number;
  refundedQuantity: number;
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
  delivery: { lines: readonly string[] } | null;
  /** Absent where nobody can have asked. */
  cancelRequest?: object | null;
  lines: readonly LineToShip[];
}

/** How many pieces of a line can be shipped. What was refunded in full is not sent. */
export function countLeft(line: LineToShip): number {
  return line.state === 'paid' && line.refunded !== line.price ? countLeftToShip(line) : 0;
}
