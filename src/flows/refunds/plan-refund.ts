import type { NewRefund } from '#src/features/refunds/contract.ts';
import type { NewRefundLine } from '#src/features/refunds/queries.server.ts';
import { shareAmount } from '#src/features/refunds/share-amount.ts';
import { countLeftToShip } from '#src/features/shipments/rules.ts';
import { centsToDecimal, decimalToCents, formatMoney } from '#src/shared/money.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';

/** A paid line, as far as a refund of it is concerned. */
export interface RefundableLine {
  id: string;
  quantity: number;
  unitPriceCents: number;
  shippedQuantity: number;
  refundedQuantity: number;
}

export interface RefundPlan {
  amountCents: number;
  lines: NewRefundLine[];
  /** Nothing has shipped, and no piece is left. */
  cancels: boolean;
}

/** What a request to refund comes to, of what is left of the payment and of each line; or why it is refused. */
export function planRefund(
  lines: readonly RefundableLine[],
  leftCents: number,
  request: Pick<NewRefund, 'lines' | 'amount' | 'restock'>,
): Outcome<RefundPlan> {
  const named = request.lines ? nameLines(lines, request.lines) : ok(nameAll(lines, request.amount));
  if (!named.ok) return named;
  const pieces = named.value;
  const prices = pieces.map(({ line, quantity }) => quantity * line.unitPriceCents);
  const priceCents = prices.reduce((sum, price) => sum + price, 0);
  const amount = readAmount(request, { priceCents, leftCents });
  if (!amount.ok) return amount;
  const amountCents = amount.value;
  if (amountCents > leftCents || leftCents === 0) {
    const field =
      request.amount === undefined ? {} : { fields: { amount: `At most ${formatMoney(leftCents)} is left.` } };
    return fail('refund_too_large', { ...field, extra: { left: centsToDecimal(leftCents) } });
  }
  const shares = shareAmount(amountCents, prices);
  const byLine = new Map(pieces.map(({ line, quantity }) => [line.id, quantity]));
  return ok({
    amountCents,
    lines: pieces.map(({ line, quantity }, at) => ({
      orderId: line.id,
      quantity,
      amountCents: shares[at] ?? 0,
      restockedQuantity: countRestocked(line, quantity, request.restock),
    })),
    cancels:
      pieces.length > 0 &&
      lines.every(
        ({ id, quantity, shippedQuantity, refundedQuantity }) =>
          shippedQuantity === 0 && refundedQuantity + (byLine.get(id) ?? 0) === quantity,
      ),
  });
}

interface Pieces {
  line: RefundableLine;
  quantity: number;
}

function nameLines(lines: readonly RefundableLine[], requested: NonNullable<NewRefund['lines']>): Outcome<Pieces[]> {
  const fields: Record<string, string> = {};
  const pieces: Pieces[] = [];
  for (const [at, { order, quantity }] of requested.entries()) {
    const line = lines.find(({ id }) => id === order);
    const left = line ? line.quantity - line.refundedQuantity : 0;
    if (!line) fields[`lines.${at}.order`] = 'This order has no such line.';
    else if (quantity > left)
      fields[`lines.${at}.quantity`] =
        left === 0 ? 'All of these pieces are refunded already.' : `At most ${left} can still be refunded.`;
    else pieces.push({ line, quantity });
  }
  return Object.keys(fields).length > 0 ? fail('invalid', { fields }) : ok(pieces);
}

/** Without lines: an amount alone is for no pieces, and nothing at all means all that are left. */
function nameAll(lines: readonly RefundableLine[], amount: NewRefund['amount']): Pieces[] {
  if (amount !== undefined) return [];
  return lines
    .map((line) => ({ line, quantity: line.quantity - line.refundedQuantity }))
    .filter(({ quantity }) => quantity > 0);
}

function readAmount(
  { lines, amount }: Pick<NewRefund, 'lines' | 'amount'>,
  { priceCents, leftCents }: { priceCents: number; leftCents: number },
): Outcome<number> {
  if (amount === undefined) return ok(lines ? priceCents : leftCents);
  const cents = decimalToCents(amount);
  if (cents === null || cents === 0)
    return fail('invalid', { fields: { amount: 'Please enter an amount in dollars, such as 10.00.' } });
  if (lines && cents > priceCents)
    return fail('invalid', { fields: { amount: `These pieces cost ${formatMoney(priceCents)}.` } });
  return ok(cents);
}

/** Pieces that have not shipped are refunded before those that have, so that they are what is on the shelf. */
function countRestocked(line: RefundableLine, quantity: number, restock: boolean | undefined): number {
  if (restock !== undefined) return restock ? quantity : 0;
  return Math.min(quantity, countLeftToShip(line));
}
