import type { PayablePart, TaxAmount } from './purchase-totals.ts';
import type { TaxLine } from './tax-lines.ts';

/** A line of a purchase, or a part of its shipping, with how much of it was given back. */
export interface CreditedPart {
  part: PayablePart;
  refundedMinor: number;
}

/** What was given back in all, by what it is taxed with. Whatever is given back in full has exactly its own taxes. */
export const creditUpTo = (parts: readonly CreditedPart[]): PayablePart[] =>
  groupByTaxes(parts).map(([, together]) => creditTogether(together));

interface ToCredit {
  /** What the new credit note gives back. */
  amountMinor: number;
  /** What the invoice says. */
  invoiced: readonly TaxLine[];
  /** What the credit notes in force say, whatever was true when they were issued. */
  credited: readonly TaxLine[];
  /** What these and the new one should say together. */
  upTo: readonly TaxLine[];
}

/**
 * What a credit note says. A note that was reversed since has moved cents between earlier ones and their taxes, so this
 * is what they are missing, but never less than nothing nor more than is left of the invoice. The note that gives back
 * the rest therefore says exactly what is left.
 */
export function creditLines({ amountMinor, invoiced, credited, upTo }: ToCredit): TaxLine[] {
  const [whole, given, target] = [sumByTax(invoiced), sumByTax(credited), sumByTax(upTo)];
  const lines = [...new Map([...target, ...whole])].map(([key, line]) => {
    const leave = (amount: Amount) => Math.max(0, (whole.get(key)?.[amount] ?? 0) - (given.get(key)?.[amount] ?? 0));
    const miss = (amount: Amount) => {
      const missing = (target.get(key)?.[amount] ?? 0) - (given.get(key)?.[amount] ?? 0);
      return Math.min(Math.max(0, missing), leave(amount));
    };
    return {
      line: { ...line, baseMinor: miss('baseMinor'), netMinor: miss('netMinor'), taxMinor: miss('taxMinor') },
      left: { baseMinor: leave('baseMinor'), netMinor: leave('netMinor'), taxMinor: leave('taxMinor') },
    };
  });
  let rest = amountMinor - sum(lines.map(({ line }) => line.netMinor + line.taxMinor));
  // Rather what is taxed than the tax gives way to a cent.
  for (const amount of ['netMinor', 'taxMinor'] as const)
    for (const { line, left } of lines) {
      const more = Math.max(-line[amount], Math.min(rest, left[amount] - line[amount]));
      line[amount] += more;
      if (amount === 'netMinor') line.baseMinor = Math.max(0, Math.min(left.baseMinor, line.baseMinor + more));
      rest -= more;
    }
  const [first] = lines;
  // More than is left of the invoice: it was given back all the same.
  if (first && rest > 0) {
    first.line.baseMinor += rest;
    first.line.netMinor += rest;
  }
  return lines
    .map(({ line }) => line)
    .filter(({ baseMinor, netMinor, taxMinor }) => baseMinor > 0 || netMinor > 0 || taxMinor > 0);
}

type Amount = 'baseMinor' | 'netMinor' | 'taxMinor';

function sumByTax(lines: readonly TaxLine[]): Map<string, TaxLine> {
  const byTax = Map.groupBy(lines, ({ name, rate }) => `${rate} ${name}`);
  return new Map(
    [...byTax].flatMap(([key, [first, ...others]]) => {
      if (!first) return [];
      const add = (amount: Amount) => first[amount] + sum(others.map((line) => line[amount]));
      return [
        [key, { ...first, baseMinor: add('baseMinor'), netMinor: add('netMinor'), taxMinor: add('taxMinor') }] as const,
      ];
    }),
  );
}

/** The taxes among these lines, highest rate first, as papers have them. */
export const listTaxesOf = (lines: readonly TaxLine[]): TaxAmount[] =>
  lines
    .flatMap(({ name, rate, baseMinor, taxMinor }) =>
      rate === null ? [] : [{ name, rate, baseMinor, amountMinor: taxMinor }],
    )
    .filter(({ baseMinor, amountMinor }) => baseMinor > 0 || amountMinor > 0)
    .sort((one, other) => other.rate - one.rate || (one.name < other.name ? -1 : 1));

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
