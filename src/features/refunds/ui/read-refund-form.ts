import { readDecimalComma } from '#src/shared/decimal-comma.ts';
import { decimalToMinor, isPayableStep } from '#src/shared/money.ts';
import type { NewRefund, Refund } from '../contract.ts';
import { refundCopy } from '../copy.ts';
import { boundShipped, pricePieces } from '../rules.ts';
import { listRefundedPieces, type RefundablePurchase } from './refundable-purchase.ts';

const { form: copy } = refundCopy;

/** The input of the form's fields. */
export interface RefundFields {
  what: keyof typeof copy.whats;
  /** By the line's id. Null if the input is not a number. */
  quantities: Readonly<Record<string, number | null>>;
  /** How many of them were shipped, for lines with pieces of both kinds. */
  shipped: Readonly<Record<string, number | null>>;
  /** Whether what is left of the shipping is refunded with the pieces. */
  shipping: boolean;
  amount: string;
  restock: keyof typeof copy.restocks;
  reason: string;
}

export const EMPTY_REFUND: RefundFields = {
  what: 'all',
  quantities: {},
  shipped: {},
  shipping: false,
  amount: '',
  restock: 'unshipped',
  reason: '',
};

/**
 * The fields for retrying a refund. Whether its pieces go back into stock is asked again. If it was for everything left
 * and still would be, it is refunded as such: its amount need not be the price of its pieces.
 */
export function toRefundFields(
  { lines, amount, reason, cancels, shipping }: Pick<Refund, 'lines' | 'amount' | 'reason' | 'cancels' | 'shipping'>,
  leftMinor: number,
): RefundFields {
  if (cancels || decimalToMinor(amount) === leftMinor) return { ...EMPTY_REFUND, reason: reason ?? '' };
  return {
    ...EMPTY_REFUND,
    what: lines.length > 0 || decimalToMinor(shipping) ? 'lines' : 'amount',
    shipping: Boolean(decimalToMinor(shipping)),
    quantities: Object.fromEntries(lines.map(({ order, quantity }) => [order, quantity])),
    shipped: Object.fromEntries(lines.map(({ order, shipped }) => [order, shipped])),
    amount,
    reason: reason ?? '',
  };
}

/** What the form adds up to: its pieces, and the amount that the buyer gets. Null while that is unknown. */
export function previewRefund(
  { what, quantities, shipping, amount }: RefundFields,
  lines: RefundablePurchase['lines'],
  { leftMinor, leftShippingMinor }: LeftToRefund,
  refunds: readonly Refund[],
): { pieces: number; minor: number | null } {
  const typed = amount.trim() === '' ? null : (readMinor(amount) ?? Number.NaN);
  const left = lines.reduce((sum, line) => sum + line.quantity - line.refundedQuantity, 0);
  if (what === 'all') return { pieces: left, minor: leftMinor };
  // All the money that is left is for all pieces.
  if (what === 'amount') return { pieces: typed === leftMinor ? left : 0, minor: toKnown(typed) };
  const pieces = lines.reduce((sum, { _id }) => sum + (quantities[_id] ?? 0), 0);
  const price = lines.reduce(
    (sum, line) => {
      const paid = {
        ...line,
        payableMinor: decimalToMinor(line.payable) ?? 0,
        refunds: listRefundedPieces(refunds, line._id),
      };
      return sum + pricePieces(paid, quantities[line._id] ?? 0);
    },
    shipping ? leftShippingMinor : 0,
  );
  return { pieces, minor: typed === null ? price : toKnown(typed) };
}

const readMinor = (typed: string) => decimalToMinor(readDecimalComma(typed.trim()));

const toKnown = (minor: number | null) => (minor === null || Number.isNaN(minor) ? null : minor);

/** What is left of a payment, in minor units. */
export interface LeftToRefund {
  leftMinor: number;
  /** How much of that is shipping. */
  leftShippingMinor: number;
}

/** The body of the call, or the errors at their fields. Lines are named like the fields: `quantity-<id>`. */
export function readRefundForm(
  fields: RefundFields,
  lines: RefundablePurchase['lines'],
  leftMinor: number,
): { body: NewRefund; errors: null } | { body: null; errors: Record<string, string> } {
  const { what, quantities, shipped, shipping, restock } = fields;
  const errors: Record<string, string> = {};
  const named = lines.flatMap((line) => {
    const quantity = quantities[line._id];
    if (!quantity) return [];
    const { min, max } = boundShipped(line, quantity);
    const of = { order: line._id, quantity };
    return [min < max ? { ...of, shipped: Math.min(max, Math.max(min, shipped[line._id] ?? min)) } : of];
  });
  const amount = readDecimalComma(fields.amount.trim());
  const minor = decimalToMinor(amount);
  const reason = fields.reason.trim();
  const [first] = lines;
  if (what === 'lines' && named.length === 0 && !shipping && first) errors[toQuantityName(first._id)] = copy.noPieces;
  for (const line of what === 'lines' ? lines : []) {
    const left = line.quantity - line.refundedQuantity;
    const quantity = line._id in quantities ? quantities[line._id] : 0;
    if (quantity === null || quantity === undefined || quantity > left)
      errors[toQuantityName(line._id)] = copy.outOfRange(left);
  }
  if (what !== 'all' && !(what === 'lines' && amount === '') && !(minor && isPayableStep(minor)))
    errors.amount = copy.noAmount;
  else if (what !== 'all' && (minor ?? 0) > leftMinor) errors.amount = copy.tooMuch(leftMinor);
  if (!reason) errors.reason = copy.noReason;
  if (Object.keys(errors).length > 0) return { body: null, errors };
  return {
    body: {
      ...(what === 'lines' && named.length > 0 ? { lines: named } : {}),
      ...(what === 'lines' && shipping ? { shipping } : {}),
      ...(what !== 'all' && amount ? { amount } : {}),
      ...(what === 'amount' || restock === 'unshipped' ? {} : { restock: restock === 'all' }),
      reason,
    },
    errors: null,
  };
}

export const toQuantityName = (orderId: string) => `quantity-${orderId}`;

/** The call's errors at the fields of the form: `lines.1.quantity` is the second line that was sent. */
export function toRefundFormErrors(errors: Readonly<Record<string, string>>, body: NewRefund): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).map(([name, message]) => {
      const at = /^lines\.(\d+)\./.exec(name)?.[1];
      const order = at === undefined ? undefined : body.lines?.[Number(at)]?.order;
      return [order ? toQuantityName(order) : name, message];
    }),
  );
}
