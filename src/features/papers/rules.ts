interface PricedLine {
  quantity: number;
  unitPriceCents: number;
  totalCents: number;
}

interface ShippedLine {
  orderedQuantity: number;
  quantity: number;
  remainingQuantity: number;
}

interface Amount {
  amountCents: number;
}

/** What does not add up in a confirmation, receipt or invoice, one sentence each. */
export function listSaleFaults(paper: {
  kind: 'confirmation' | 'receipt' | 'invoice';
  lines: PricedLine[];
  totals: { totalCents: number; paidCents: number; refundedCents: number };
  payment: Amount | null;
  refunds: Amount[];
  billTo: object | null;
}): string[] {
  const { kind, lines, totals, payment, refunds, billTo } = paper;
  const { totalCents, paidCents, refundedCents } = totals;
  const refunded = sum(refunds.map((refund) => refund.amountCents));
  return [
    ...listLineFaults(lines),
    ...expectEqual('The lines', sum(lines.map((line) => line.totalCents)), 'the total', totalCents),
    ...expectEqual('The payment', payment?.amountCents ?? 0, 'what was paid', paidCents),
    ...expectEqual('The refunds', refunded, 'what was refunded', refundedCents),
    ...(paidCents > totalCents ? ['More was paid than the total.'] : []),
    ...(refundedCents > paidCents ? ['More was refunded than paid.'] : []),
    ...(kind !== 'confirmation' && !payment ? ['Nothing was paid.'] : []),
    ...(kind === 'invoice' && !billTo ? ['An invoice needs a billing address.'] : []),
  ];
}

/** What does not add up in a credit note. Without lines it credits an amount. */
export function listCreditFaults(paper: { lines: PricedLine[]; totalCents: number; payment: Amount | null }): string[] {
  const { lines, totalCents, payment } = paper;
  const lineCents = sum(lines.map((line) => line.totalCents));
  return [
    ...listLineFaults(lines),
    ...(lines.length > 0 ? expectEqual('The lines', lineCents, 'the credit', totalCents) : []),
    ...(payment && totalCents > payment.amountCents ? ['More is credited than was paid.'] : []),
  ];
}

/** What does not add up in the lines of a shipment. */
export function listShipmentFaults(lines: ShippedLine[]): string[] {
  const faults = lines.flatMap((line, index) =>
    countShippedBefore(line) < 0
      ? [`Line ${index + 1} has more pieces shipped or still to ship than were ordered.`]
      : [],
  );
  return lines.some((line) => line.quantity > 0) ? faults : [...faults, 'Nothing is in this shipment.'];
}

/** How many pieces of a line were in shipments before this one. */
export function countShippedBefore({ orderedQuantity, quantity, remainingQuantity }: ShippedLine): number {
  return orderedQuantity - quantity - remainingQuantity;
}

/** Exact for anything a paper can contain: a thousand lines below the limit of each stay below 2^53. */
export function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function listLineFaults(lines: PricedLine[]): string[] {
  return lines.flatMap(({ quantity, unitPriceCents, totalCents }, index) =>
    expectEqual(`Line ${index + 1}`, quantity * unitPriceCents, 'its total', totalCents),
  );
}

function expectEqual(one: string, oneCents: number, other: string, otherCents: number): string[] {
  return oneCents === otherCents ? [] : [`${one}: ${oneCents} is not ${other}, ${otherCents}.`];
}
