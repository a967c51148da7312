import type { PayablePart } from './purchase-totals.ts';

/** A line of a purchase, or a part of its shipping, with how much of it was given back. */
export interface CreditedPart {
  part: PayablePart;
  refundedMinor: number;
}

/**
 * What one refund gives back, by what it is taxed with: what was given back after it, without what was before it. So the
 * taxes of refunds that give back everything add up to those of the parts.
 */
export function creditParts(before: readonly CreditedPart[], after: readonly CreditedPart[]): PayablePart[] {
  const earlier = new Map(groupByTaxes(before).map(([key, parts]) => [key, creditTogether(parts)]));
  return groupByTaxes(after).map(([key, parts]) => {
    const [is, was] = [creditTogether(parts), earlier.get(key)];
    const taxes = is.taxes.map((tax, at) => ({
      ...tax,
      baseMinor: Math.max(0, tax.baseMinor - (was?.taxes[at]?.baseMinor ?? 0)),
      amountMinor: Math.max(0, tax.amountMinor - (was?.taxes[at]?.amountMinor ?? 0)),
    }));
    return {
      payableMinor: is.payableMinor - (was?.payableMinor ?? 0),
      taxMinor: sum(taxes.map(({ amountMinor }) => amountMinor)),
      taxes,
    };
  });
}

const groupByTaxes = (parts: readonly CreditedPart[]) => [
  ...Map.groupBy(parts, ({ part }) => part.taxes.map(({ name, rate }) => `${rate} ${name}`).join('\n')),
];

/**
 * The taxes within what was given back of parts that bear the same ones, rounded once for all of them. The rest is their
 * base, as it is with whole parts.
 */
function creditTogether(parts: readonly CreditedPart[]): PayablePart {
  const payableMinor = sum(parts.map(({ refundedMinor }) => refundedMinor));
  const taxes = (parts[0]?.part.taxes ?? []).map(({ name, rate }, at) => {
    const shares = parts.map(({ part, refundedMinor }) =>
      part.payableMinor === 0 ? 0 : ((part.taxes[at]?.amountMinor ?? 0) * refundedMinor) / part.payableMinor,
    );
    // Whole parts give whole amounts, however inexact the quotients are.
    return { name, rate, amountMinor: Math.round(sum(shares)) };
  });
  const taxMinor = sum(taxes.map(({ amountMinor }) => amountMinor));
  return { payableMinor, taxMinor, taxes: taxes.map((tax) => ({ ...tax, baseMinor: payableMinor - taxMinor })) };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
