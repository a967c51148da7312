import type { WireTotals } from '#src/shared/totals/purchase-charges.ts';
import { Price } from '#src/shared/ui/price.tsx';
import { purchaseCopy } from '../copy.ts';

const { parts: copy } = purchaseCopy;

interface TotalPartsProps {
  totals: WireTotals;
  /** By rate, in percent. If absent, the tax is one figure. */
  taxes?: readonly { name: string; rate: number; amount: string }[] | undefined;
  /** Null if the shop charges no tax. */
  pricesInclude: 'net' | 'gross' | null;
}

/** What a total consists of. Nothing if it is the goods alone. */
export function TotalParts({ totals, taxes, pricesInclude }: TotalPartsProps) {
  const isNothing = (amount: string) => Number(amount) === 0;
  if (isNothing(totals.shipping) && isNothing(totals.tax) && Number(totals.goods) === Number(totals.total)) return null;
  const rows = taxes?.map(({ name, rate, amount }) => [copy.tax(name, rate, pricesInclude), amount] as const);
  const relief =
    Number(totals.goods) +
    Number(totals.shipping) +
    (pricesInclude === 'net' ? Number(totals.tax) : 0) -
    Number(totals.total);
  return (
    <dl className="grid gap-1 text-fine">
      <Part name={copy.goods} amount={totals.goods} />
      {!isNothing(totals.shipping) && <Part name={copy.shipping} amount={totals.shipping} />}
      {relief > 0.0001 && <Part name={copy.relief} amount={String(-relief)} />}
      {(rows ?? (isNothing(totals.tax) ? [] : [[copy.anyTax(pricesInclude), totals.tax] as const])).map(
        ([name, amount]) => (
          <Part key={name} name={name} amount={amount} />
        ),
      )}
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
