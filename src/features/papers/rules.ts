interface SaleCharges {
  pricesInclude: 'net' | 'gross';
  shipping: { priceMinor: number } | null;
  taxes: Amount[];
  reliefMinor: number;
}

interface PricedLine {
  quantity: number;
  unitPriceMinor: number;
  totalMinor: number;
}

interface ShippedLine {
  orderedQuantity: number;
  quantity: number;
  remainingQuantity: number;
}

interface Amount {
  amountMinor: number;
}

/** What does not add up in a confirmation, receipt or invoice, one sentence each. */
export function listSaleFaults(paper: {
  kind: 'confirmation' | 'receipt' | 'invoice';
  lines: PricedLine[];
  totals: { totalMinor: number; paidMinor: number; refundedMinor: number };
  charges?: SaleCharges | undefined;
  payment: Amount | null;
  refunds: Amount[];
  billTo: object | null;
}): string[] {
  const { kind, lines, totals, charges, payment, refunds, billTo } = paper;
  const { totalMinor, paidMinor, refundedMinor } = totals;
  const refunded = sum(refunds.map((refund) => refund.amountMinor));
  return [
    ...listLineFaults(lines),
    ...expectEqual(
      charges ? 'All parts' : 'The lines',
      sum(lines.map((line) => line.totalMinor)) + sumCharges(charges),
      'the total',
      totalMinor,
    ),
    ...expectEqual('The payment', payment?.amountMinor ?? 0, 'what was paid', paidMinor),
    ...expectEqual('The refunds', refunded, 'what was refunded', refundedMinor),
    ...(paidMinor > totalMinor ? ['More was paid than the total.'] : []),
    ...(refundedMinor > paidMinor ? ['More was refunded than paid.'] : []),
    ...(kind !== 'confirmation' && !payment ? ['Nothing was paid.'] : []),
    ...(kind === 'invoice' && !billTo ? ['An invoice needs a billing address.'] : []),
  ];
}

/** What does not add up in a credit note. Without lines it credits an amount. */
export function listCreditFaults(paper: {
  lines: PricedLine[];
  totalMinor: number;
  charges?: { shippingMinor: number; taxes: Amount[] } | undefined;
  payment: Amount | null;
}): string[] {
  const { lines, totalMinor, charges, payment } = paper;
  const lineMinor = sum(lines.map((line) => line.totalMinor));
  return [
    ...listLineFaults(lines),
    ...(lines.length > 0 && !charges ? expectEqual('The lines', lineMinor, 'the credit', totalMinor) : []),
    ...(charges && sum(charges.taxes.map((tax) => tax.amountMinor)) > totalMinor
      ? ['More tax is credited than the total.']
      : []),
    ...(payment && totalMinor > payment.amountMinor ? ['More is credited than was paid.'] : []),
  ];
}

/** What charges add to the lines. Below 0 if they take more away. */
function sumCharges(charges: SaleCharges | undefined): number {
  if (!charges) return 0;
  const { pricesInclude, shipping, taxes, reliefMinor } = charges;
  const taxMinor = sum(taxes.map((tax) => tax.amountMinor));
  return (shipping?.priceMinor ?? 0) + (pricesInclude === 'net' ? taxMinor : 0) - reliefMinor;
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
  return lines.flatMap(({ quantity, unitPriceMinor, totalMinor }, index) =>
    expectEqual(`Line ${index + 1}`, quantity * unitPriceMinor, 'its total', totalMinor),
  );
}

function expectEqual(one: string, oneMinor: number, other: string, otherMinor: number): string[] {
  return oneMinor === otherMinor ? [] : [`${one}: ${oneMinor} is not ${other}, ${otherMinor}.`];
}
