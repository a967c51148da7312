import type { PostalAddress } from '#src/shared/postal-address/postal-address.ts';
import { countLeftToShip } from '../rules.ts';

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
  delivery: PostalAddress | null;
  /** Absent where nobody can have asked. */
  cancelRequest?: object | null;
  lines: readonly LineToShip[];
}

/** How many pieces of a line can be shipped. What was refunded in full is not sent. */
export function countLeft(line: LineToShip): number {
  return line.state === 'paid' && line.refunded !== line.price ? countLeftToShip(line) : 0;
}

/** The lines of an address as they stand on a parcel. */
export function listAddressLines({
  name,
  company,
  line1,
  line2,
  city,
  region,
  postalCode,
  country,
}: PostalAddress): string[] {
  const place = [city, [region, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [name, company, line1, line2, place, country].filter((line) => line !== '');
}
