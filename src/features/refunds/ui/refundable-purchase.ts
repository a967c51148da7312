import { decimalToMinor } from '#src/shared/money.ts';
import type { Refund } from '../contract.ts';
import type { RefundableLine, RefundedPieces } from '../rules.ts';

/** What refunds and cancellations need of a purchase, as its call returns it. */
export interface RefundablePurchase {
  _id: string;
  number: string;
  name: string;
  state: string;
  total: string;
  cancelRequest: { at: string; reason: string } | null;
  lines: PurchaseLine[];
}

interface PurchaseLine extends RefundableLine {
  _id: string;
  itemName: string;
  unitPrice: number;
  /** What was paid for all its pieces, with tax. A decimal string. */
  payable: string;
  paid: boolean;
}

/** How much of the payment can still be refunded, in minor units. Pending refunds count as refunded. */
export function countLeftMinor({ total }: Pick<RefundablePurchase, 'total'>, refunds: readonly Refund[]): number {
  const taken = refunds
    .filter(({ state }) => state !== 'failed')
    .reduce((sum, { amount }) => sum + (decimalToMinor(amount) ?? 0), 0);
  return Math.max(0, (decimalToMinor(total) ?? 0) - taken);
}

/** What refunds that have not failed gave back for the pieces of a line. */
export function listRefundedPieces(refunds: readonly Refund[], orderId: string): RefundedPieces[] {
  return refunds
    .filter(({ state }) => state !== 'failed')
    .flatMap(({ lines }) => lines)
    .filter(({ order }) => order === orderId)
    .map(({ quantity, amount, price }) => ({
      quantity,
      amountMinor: decimalToMinor(amount) ?? 0,
      priceMinor: price === null ? null : decimalToMinor(price),
    }));
}

/** How much of that is shipping. */
export function countLeftShippingMinor(
  { total, lines }: Pick<RefundablePurchase, 'total' | 'lines'>,
  refunds: readonly Refund[],
): number {
  const add = (amounts: readonly string[]) => amounts.reduce((sum, amount) => sum + (decimalToMinor(amount) ?? 0), 0);
  const wholeMinor = add([total]) - add(lines.filter(({ paid }) => paid).map(({ payable }) => payable));
  const takenMinor = add(refunds.filter(({ state }) => state !== 'failed').map(({ shipping }) => shipping));
  return Math.max(0, Math.min(wholeMinor - takenMinor, countLeftMinor({ total }, refunds)));
}

/** Whether it can be canceled as a whole: while it is unpaid, or while none of it was shipped or refunded in full. */
export function isCancelable(purchase: RefundablePurchase, refunds: readonly Refund[]): boolean {
  if (purchase.state === 'placed') return true;
  return purchase.state === 'paid' && !isPartlyShipped(purchase) && countLeftMinor(purchase, refunds) > 0;
}

/** Whether some of it was shipped, so that it can no longer be canceled. */
export function isPartlyShipped({ lines }: Pick<RefundablePurchase, 'lines'>): boolean {
  return lines.some(({ shippedQuantity }) => shippedQuantity > 0);
}
