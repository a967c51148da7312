import type { PurchaseCharges } from './purchase-charges.ts';
import type { TaxAmount } from './purchase-totals.ts';

/** A line of a purchase, or its shipping, with how much of it was given back. */
export interface CreditedPart {
  /** The taxes within it. */
  taxes: readonly TaxAmount[];
  payableMinor: number;
  refundedMinor: number;
}

/** The taxes of these parts that go back with what was given back of them, in the order of `charges`. */
function countTaxes(charges: Pick<PurchaseCharges, 'taxes'>, parts: readonly CreditedPart[]): TaxAmount[] {
  return charges.taxes.map(({ name, rate }) => {
    const amounts = parts.map(({ taxes, payableMinor, refundedMinor }) => {
      // Purchases of earlier versions can have two of the same name and rate on one line.
      const own = taxes.filter((tax) => tax.name === name && tax.rate === rate);
      const of = (key: 'baseMinor' | 'amountMinor') => {
        const wholeMinor = own.reduce((total, tax) => total + tax[key], 0);
        return payableMinor === 0 ? 0 : Number((BigInt(wholeMinor) * BigInt(refundedMinor)) / BigInt(payableMinor));
      };
      return { baseMinor: of('baseMinor'), amountMinor: of('amountMinor') };
    });
    const sum = (key: 'baseMinor' | 'amountMinor') => amounts.reduce((total, amount) => total + amount[key], 0);
    return { name, rate, baseMinor: sum('baseMinor'), amountMinor: sum('amountMinor') };
  });
}

/**
 * The taxes that one refund gives back: those of everything given back after it, without those before it. So the taxes
 * of refunds that give back everything add up to those of the parts.
 */
export function creditTaxes(
  charges: Pick<PurchaseCharges, 'taxes'>,
  before: readonly CreditedPart[],
  after: readonly CreditedPart[],
): TaxAmount[] {
  const earlier = countTaxes(charges, before);
  return countTaxes(charges, after)
    .map((tax, at) => ({
      ...tax,
      baseMinor: Math.max(0, tax.baseMinor - (earlier[at]?.baseMinor ?? 0)),
      amountMinor: Math.max(0, tax.amountMinor - (earlier[at]?.amountMinor ?? 0)),
    }))
    .filter(({ baseMinor, amountMinor }) => baseMinor > 0 || amountMinor > 0);
}
