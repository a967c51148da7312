import { decimalToMinor, minorToDecimal } from '#src/shared/money.ts';
import type { WireTotals } from '#src/shared/totals/purchase-charges.ts';
import { Price } from '#src/shared/ui/price.tsx';
import { purchaseCopy } from '../copy.ts';

const { parts: copy } = purchaseCopy;

interface TotalPartsProps {
  totals: WireTotals;
  /** By rate, in percent. */
  taxes: readonly { name: string; rate: number; amount: string }[];
  /** Null if the shop charges no tax. */
  pricesInclude: 'net' | 'gross' | null;
  /** The name of the tax that is taken off. */
  relief?: string | null;
}

/** What a total consists of. Nothing if it is the goods alone. */
export function TotalParts({ totals, taxes, pricesInclude, relief: reliefName }: TotalPartsProps) {
  const [goods, shipping, tax, total] = [totals.goods, totals.shipping, totals.tax, totals.total].map(
    (amount) => decimalToMinor(amount) ?? 0,
  ) as [number, number, number, number];
  if (shipping === 0 && tax === 0 && goods === total) return null;
  const relief = goods + shipping + (pricesInclude === 'net' ? tax : 0) - total;
  return (
    <dl className="grid gap-1 text-fine">
      <Part name={copy.goods} amount={totals.goods} />
      {shipping > 0 && <Part name={copy.shipping} amount={totals.shipping} />}
      {relief > 0 && <Part name={copy.relief(reliefName ?? copy.someTax)} amount={minorToDecimal(-relief)} />}
      {taxes.map(({ name, rate, amount }) => (
        <Part key={`${name} ${rate}`} name={copy.tax(name, rate, pricesInclude)} amount={amount} />
      ))}
    </dl>
  );
}

function Part({ name, amount }: { name: string; amount: string }) {
  return (
    <div className="flex items-baseline justify-between gap-x-6">
      <dt className="wrap-anywhere text-muted">{name}</dt>
      <dd>
        <Price amount={amount} />
      </dd>
    </div>
  );
}
