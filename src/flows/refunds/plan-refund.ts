import type { NewRefund } from '#src/features/refunds/contract.ts';
import type { NewRefundLine } from '#src/features/refunds/queries.server.ts';
import {
  countShippedUnrefunded,
  countUnshipped,
  describeRefundAmount,
  pricePieces,
  type RefundableLine,
  type RefundedPieces,
} from '#src/features/refunds/rules.ts';
import { shareAmount } from '#src/features/refunds/share-amount.ts';
import { countLeftToShip } from '#src/shared/line-pieces.ts';
import { decimalToMinor, formatMoney, isPayableStep, minorToDecimal } from '#src/shared/money.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import { getPayable } from '#src/shared/totals/purchase-charges.ts';

/** A paid line of the purchase whose refund is planned. */
export interface PaidLine extends RefundableLine {
  id: string;
  totalMinor: number;
  chargesMinor: number;
  /** By every refund of the line that has not failed. */
  refunds: readonly RefundedPieces[];
}

/** What is left of a payment, in minor units. */
export interface LeftToRefund {
  leftMinor: number;
  /** How much of that is shipping. */
  leftShippingMinor: number;
}

export interface RefundPlan {
  amountMinor: number;
  /** How much of that is for shipping. */
  shippingMinor: number;
  lines: NewRefundLine[];
  /** Nothing was shipped, and no piece is left. */
  cancels: boolean;
}

/** Plans a requested refund from what is left of the payment and of each line, or says why it is refused. */
export function planRefund(
  lines: readonly PaidLine[],
  { leftMinor, leftShippingMinor }: LeftToRefund,
  request: Pick<NewRefund, 'lines' | 'amount' | 'restock' | 'shipping'>,
): Outcome<RefundPlan> {
  const named = request.lines
    ? nameLines(lines, request.lines)
    : ok(request.amount === undefined && !request.shipping ? nameRest(lines) : []);
  if (!named.ok) return named;
  const namedShipping = request.shipping ? leftShippingMinor : 0;
  const priceMinor = sumPrices(named.value) + namedShipping;
  const amount = readAmount(request, { priceMinor, leftMinor });
  if (!amount.ok) return amount;
  const amountMinor = amount.value;
  // Without tax, a piece can have cost less than the smallest unit.
  if (amountMinor === 0 && leftMinor > 0) return fail('invalid', { fields: { amount: describeRefundAmount() } });
  if (amountMinor > leftMinor || leftMinor === 0) {
    const field =
      request.amount === undefined ? {} : { fields: { amount: `At most ${formatMoney(leftMinor)} is left.` } };
    return fail('refund_too_large', { ...field, extra: { left: minorToDecimal(leftMinor) } });
  }
  // Once no money is left, nobody ships, cancels or refunds any piece, so the last refund is for all remaining pieces.
  const rest = amountMinor === leftMinor ? nameRest(lines, named.value) : [];
  const paid = named.value.length > 0 || namedShipping > 0 ? named.value : rest;
  const [shippingMinor = 0, ...shares] = shareAmount(amountMinor, [
    amountMinor === leftMinor ? leftShippingMinor : namedShipping,
    ...paid.map(getPrice),
  ]);
  const pieces = [
    ...named.value.map((one) => toRefundLine(one, request.restock)),
    ...rest.map((one) => toRefundLine(one, named.value.length > 0 ? undefined : request.restock)),
  ];
  const byLine = Map.groupBy(pieces, ({ orderId }) => orderId);
  return ok({
    amountMinor,
    shippingMinor,
    lines: [...byLine.values()].map((parts, at) => {
      const amountMinor = shares[at] ?? 0;
      const all = addUp(parts);
      const line = lines.find(({ id }) => id === all.orderId);
      const priceMinor = Math.max(amountMinor, line ? getPrice({ line, quantity: all.quantity }) : 0);
      return { ...all, amountMinor, priceMinor };
    }),
    cancels:
      pieces.length > 0 &&
      lines.every(
        ({ id, quantity, shippedQuantity, refundedQuantity }) =>
          shippedQuantity === 0 && refundedQuantity + addUp(byLine.get(id) ?? []).quantity === quantity,
      ),
  });
}

interface Pieces {
  line: PaidLine;
  quantity: number;
  canceledQuantity: number;
}

type CountedPieces = Omit<NewRefundLine, 'amountMinor' | 'priceMinor'>;

function nameLines(lines: readonly PaidLine[], requested: NonNullable<NewRefund['lines']>): Outcome<Pieces[]> {
  const fields: Record<string, string> = {};
  const pieces: Pieces[] = [];
  for (const [at, { order, quantity, shipped }] of requested.entries()) {
    const line = lines.find(({ id }) => id === order);
    const refundable = line ? line.quantity - line.refundedQuantity : 0;
    const canceledQuantity = line ? countUnshipped(line, quantity, shipped) : null;
    if (!line) fields[`lines.${at}.order`] = 'This order has no such line.';
    else if (quantity > refundable)
      fields[`lines.${at}.quantity`] =
        refundable === 0
          ? 'All of these pieces have already been refunded.'
          : `At most ${refundable} can still be refunded.`;
    else if (canceledQuantity === null)
      fields[`lines.${at}.shipped`] =
        `${countLeftToShip(line)} of these pieces have not shipped, and ${countShippedUnrefunded(line)} have.`;
    else pieces.push({ line, quantity, canceledQuantity });
  }
  return Object.keys(fields).length > 0 ? fail('invalid', { fields }) : ok(pieces);
}

/** All pieces that are left after the named ones are refunded. */
function nameRest(lines: readonly PaidLine[], named: readonly Pieces[] = []): Pieces[] {
  return lines.flatMap((line) => {
    const taken = named.find((one) => one.line.id === line.id);
    const canceledQuantity = countLeftToShip(line) - (taken?.canceledQuantity ?? 0);
    const quantity = line.quantity - line.refundedQuantity - (taken?.quantity ?? 0);
    return quantity > 0 ? [{ line, quantity, canceledQuantity }] : [];
  });
}

function readAmount(
  { lines, amount, shipping }: Pick<NewRefund, 'lines' | 'amount' | 'shipping'>,
  { priceMinor, leftMinor }: { priceMinor: number; leftMinor: number },
): Outcome<number> {
  if (amount === undefined) return ok(lines || shipping ? priceMinor : leftMinor);
  const minor = decimalToMinor(amount);
  if (minor === null || minor === 0 || !isPayableStep(minor))
    return fail('invalid', { fields: { amount: describeRefundAmount() } });
  if ((lines || shipping) && minor > priceMinor)
    return fail('invalid', { fields: { amount: `These pieces cost ${formatMoney(priceMinor)}.` } });
  return ok(minor);
}

/**
 * Pieces that were not shipped are still on the shelf, so they go back into stock unless the request says otherwise.
 */
function toRefundLine({ line, quantity, canceledQuantity }: Pieces, restock: boolean | undefined): CountedPieces {
  const restockedQuantity = restock === undefined ? canceledQuantity : restock ? quantity : 0;
  return { orderId: line.id, quantity, canceledQuantity, restockedQuantity };
}

/** Adds up the named pieces of a line and its other pieces. */
function addUp(parts: readonly CountedPieces[]): CountedPieces {
  const add = (key: 'quantity' | 'canceledQuantity' | 'restockedQuantity') =>
    parts.reduce((sum, part) => sum + part[key], 0);
  return {
    orderId: parts[0]?.orderId ?? '',
    quantity: add('quantity'),
    canceledQuantity: add('canceledQuantity'),
    restockedQuantity: add('restockedQuantity'),
  };
}

const sumPrices = (pieces: readonly Pieces[]) => pieces.reduce((sum, one) => sum + getPrice(one), 0);

const getPrice = ({ line, quantity }: Pick<Pieces, 'line' | 'quantity'>) =>
  pricePieces({ ...line, payableMinor: getPayable(line) }, quantity);
