import { decimalToCents } from '#src/shared/money.ts';
import type { NewRefund, Refund } from '../contract.ts';
import { refundCopy } from '../copy.ts';
import type { RefundablePurchase } from './refundable-purchase.ts';

const { form: copy } = refundCopy;

/** What the fields of the form say. */
export interface RefundFields {
  what: keyof typeof copy.whats;
  /** By the line's id; null where the input is no number. */
  quantities: Readonly<Record<string, number | null>>;
  amount: string;
  restock: keyof typeof copy.restocks;
  reason: string;
}

export const EMPTY_REFUND: RefundFields = { what: 'all', quantities: {}, amount: '', restock: 'unshipped', reason: '' };

/** The fields that try a refund again. Where its pieces are is asked anew. */
export function toRefundFields({ lines, amount, reason }: Pick<Refund, 'lines' | 'amount' | 'reason'>): RefundFields {
  return {
    ...EMPTY_REFUND,
    what: lines.length > 0 ? 'lines' : 'amount',
    quantities: Object.fromEntries(lines.map(({ order, quantity }) => [order, quantity])),
    amount,
    reason: reason ?? '',
  };
}

/** What the form comes to: its pieces, and how much the buyer gets; null while that is not known. */
export function previewRefund(
  { what, quantities, amount }: RefundFields,
  lines: RefundablePurchase['lines'],
  leftCents: number,
): { pieces: number; cents: number | null } {
  const typed = amount.trim() === '' ? null : (decimalToCents(amount.trim()) ?? Number.NaN);
  if (what === 'amount') return { pieces: 0, cents: toKnown(typed) };
  const left = (line: RefundablePurchase['lines'][number]) => line.quantity - line.refundedQuantity;
  if (what === 'all') return { pieces: lines.reduce((sum, line) => sum + left(line), 0), cents: leftCents };
  const pieces = lines.reduce((sum, { _id }) => sum + (quantities[_id] ?? 0), 0);
  const price = lines.reduce(
    (sum, { _id, unitPrice }) => sum + (quantities[_id] ?? 0) * Math.round(unitPrice * 100),
    0,
  );
  return { pieces, cents: typed === null ? price : toKnown(typed) };
}

const toKnown = (cents: number | null) => (cents === null || Number.isNaN(cents) ? null : cents);

/** The body of the call, or the errors at their fields. Lines are named as the fields: `quantity-<id>`. */
export function readRefundForm(
  fields: RefundFields,
  lines: RefundablePurchase['lines'],
  leftCents: number,
): { body: NewRefund; errors: null } | { body: null; errors: Record<string, string> } {
  const { what, quantities, restock } = fields;
  const errors: Record<string, string> = {};
  const named = lines.flatMap(({ _id }) => (quantities[_id] ? [{ order: _id, quantity: quantities[_id] }] : []));
  const amount = fields.amount.trim();
  const reason = fields.reason.trim();
  const [first] = lines;
  if (what === 'lines' && named.length === 0 && first) errors[toQuantityName(first._id)] = copy.noPieces;
  if (what !== 'all' && !(what === 'lines' && amount === '') && !decimalToCents(amount)) errors.amount = copy.noAmount;
  else if (what !== 'all' && (decimalToCents(amount) ?? 0) > leftCents) errors.amount = copy.tooMuch(leftCents);
  if (!reason) errors.reason = copy.noReason;
  if (Object.keys(errors).length > 0) return { body: null, errors };
  return {
    body: {
      ...(what === 'lines' ? { lines: named } : {}),
      ...(what !== 'all' && amount ? { amount } : {}),
      ...(what === 'amount' || restock === 'unshipped' ? {} : { restock: restock === 'all' }),
      reason,
    },
    errors: null,
  };
}

export const toQuantityName = (orderId: string) => `quantity-${orderId}`;

/** The errors of the call at the fields of the form: `lines.1.quantity` is the second line that was sent. */
export function toFieldErrors(errors: Readonly<Record<string, string>>, body: NewRefund): Record<string, string> {
  return Object.fromEntries(
    Object.entries(errors).map(([name, message]) => {
      const at = /^lines\.(\d+)\./.exec(name)?.[1];
      const order = at === undefined ? undefined : body.lines?.[Number(at)]?.order;
      return [order ? toQuantityName(order) : name, message];
    }),
  );
}
