import type { PayablePart } from './purchase-totals.ts';
import type { TaxKind } from './tax-case.ts';

/** One line of what a paper adds to the tax report: a tax at one rate, or what bears none. */
export interface TaxLine {
  kind: TaxKind;
  /** Empty if no tax is charged. */
  name: string;
  /** In millionths. Null if no tax is charged. */
  rate: number | null;
  /** What is taxed, without the tax. Several taxes can have the same base. */
  baseMinor: number;
  /** The same, but counted only once: for the first of several taxes. So all `netMinor` and `taxMinor` add up to the total. */
  netMinor: number;
  taxMinor: number;
}

/**
 * What parts of a purchase add to the tax report. Parts without a tax within a purchase that is taxed otherwise are
 * `untaxed`.
 */
export function listTaxLines(
  parts: readonly Pick<PayablePart, 'payableMinor' | 'taxMinor' | 'taxes'>[],
  kind: TaxKind,
): TaxLine[] {
  const lines = new Map<string, TaxLine>();
  const add = (line: TaxLine) => {
    const key = `${line.rate} ${line.name}`;
    const known = lines.get(key);
    if (!known) lines.set(key, { ...line });
    else for (const amount of ['baseMinor', 'netMinor', 'taxMinor'] as const) known[amount] += line[amount];
  };
  for (const { payableMinor, taxMinor, taxes } of parts) {
    const netMinor = payableMinor - taxMinor;
    if (taxes.length === 0)
      add({
        kind: kind === 'domestic' ? 'untaxed' : kind,
        name: '',
        rate: null,
        baseMinor: netMinor,
        netMinor,
        taxMinor: 0,
      });
    for (const [at, { name, rate, baseMinor, amountMinor }] of taxes.entries())
      add({ kind, name, rate, baseMinor, netMinor: at === 0 ? netMinor : 0, taxMinor: amountMinor });
  }
  return [...lines.values()].filter(
    ({ baseMinor, netMinor, taxMinor }) => baseMinor !== 0 || netMinor !== 0 || taxMinor !== 0,
  );
}
