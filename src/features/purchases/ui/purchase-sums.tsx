import { decimalToMinor, minorToDecimal } from '#src/shared/money.ts';
import type { WireTax, WireTotals } from '#src/shared/totals/purchase-charges.ts';
import { Price } from '#src/shared/ui/price.tsx';
import { purchaseCopy as copy } from '../copy.ts';
import { TotalParts } from './total-parts.tsx';

interface PurchaseSumsProps {
  /** As decimal strings. `refunded` is null if nothing was refunded. */
  total: string;
  refunded: string | null;
  totals: WireTotals;
  taxes: readonly WireTax[];
  pricesInclude: 'net' | 'gross' | null;
}

/** The total of a purchase, and what is left of it after refunds. */
export function PurchaseSums({ total, refunded, totals, taxes, pricesInclude }: PurchaseSumsProps) {
  return (
    <div className="ml-auto grid max-w-sm gap-2 py-3">
      <TotalParts totals={totals} taxes={taxes} pricesInclude={pricesInclude} />
      <dl className="grid gap-2">
        <Sum name={copy.total} amount={total} isLast={refunded === null} />
        {refunded !== null && (
          <>
            <Sum name={copy.refunded} amount={`-${refunded}`} />
            <Sum name={copy.paidAfterRefunds} amount={subtract(total, refunded)} isLast />
          </>
        )}
      </dl>
    </div>
  );
}

function Sum({ name, amount, isLast = false }: { name: string; amount: string; isLast?: boolean }) {
  return (
    <div className={`flex items-baseline justify-between gap-6 ${isLast ? 'border-ink border-t pt-2' : ''}`}>
      <dt className={isLast ? 'font-semibold' : ''}>{name}</dt>
      <dd>
        <Price amount={amount} className={isLast ? 'font-semibold text-lead' : ''} />
      </dd>
    </div>
  );
}

function subtract(total: string, refunded: string): string {
  return minorToDecimal((decimalToMinor(total) ?? 0) - (decimalToMinor(refunded) ?? 0));
}
