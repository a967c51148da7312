import { decimalToCents } from '#src/shared/money.ts';
import type { Refund } from '../contract.ts';

/** What refunds and cancellations show of a purchase, as its call returns it. */
export interface RefundablePurchase {
  _id: string;
  number: string;
  name: string;
  state: string;
  total: string;
  cancelRequest: { at: string; reason: string } | null;
  lines: {
    _id: string;
    itemName: string;
    quantity: number;
    unitPrice: number;
    shippedQuantity: number;
    refundedQuantity: number;
    paid: boolean;
  }[];
}

/** How much of the payment can still be refunded, in cents: those under way count as refunded. */
export function countLeftCents({ total }: Pick<RefundablePurchase, 'total'>, refunds: readonly Refund[]): number {
  const taken = refunds
    .filter(({ state }) => state !== 'failed')
    .reduce((sum, { amount }) => sum + (decimalToCents(amount) ?? 0), 0);
  return Math.max(0, (decimalToCents(total) ?? 0) - taken);
}

/** Whether some of it has left, so that it can no longer be canceled. */
export function hasShipped({ lines }: Pick<RefundablePurchase, 'lines'>): boolean {
  return lines.some(({ shippedQuantity }) => shippedQuantity > 0);
}
