import { formatItems, formatPieces } from '#src/shared/format-pieces.ts';
import type { WireTax, WireTotals } from '#src/shared/totals/purchase-charges.ts';
import { Price } from '#src/shared/ui/price.tsx';
import { ToolLink } from '#src/shared/ui/tool-link.tsx';
import { joinUnits } from '#src/shared/units.ts';
import { purchaseCopy as copy } from '../copy.ts';
import { PurchaseSums } from './purchase-sums.tsx';

/** A purchase with more lines than this is folded. */
const MAX_OPEN_LINES = 3;

interface PurchaseLinesProps {
  purchase: {
    lines: readonly {
      _id: string;
      toolId: string;
      itemName: string;
      sku: string;
      quantity: number;
      unitPrice: number;
      price: string;
    }[];
    /** A decimal string. */
    total: string;
    totals: WireTotals;
    taxes: readonly WireTax[];
    pricesInclude: 'net' | 'gross' | null;
  };
}

/** The lines of a purchase beside a form. Many are folded under how many they are. */
export function PurchaseLines({ purchase: { lines, total, totals, taxes, pricesInclude } }: PurchaseLinesProps) {
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <div>
      <details open={lines.length <= MAX_OPEN_LINES}>
        <summary className="min-h-11 cursor-pointer py-2.5 underline-offset-4 hover:underline">
          {formatItems(lines.length, pieces)}
        </summary>
        <ul aria-label={copy.lines} className="border-line border-t">
          {lines.map(({ _id, toolId, itemName, sku, quantity, unitPrice, price }) => (
            <li key={_id} className="grid gap-x-4 border-line border-b py-2 grid-cols-[minmax(0,1fr)_auto]">
              <p className="wrap-anywhere">
                <ToolLink toolId={toolId} className="-my-2 inline-block py-2 font-semibold leading-snug">
                  {joinUnits(itemName)}
                </ToolLink>
                {sku && <span className="figures block text-fine text-muted">{sku}</span>}
              </p>
              <p className="text-right">
                <span className="block text-fine text-muted">
                  <span className="figures whitespace-nowrap">{formatPieces(quantity)}</span> ×{' '}
                  <Price amount={unitPrice} />
                </span>{' '}
                <Price amount={price} />
              </p>
            </li>
          ))}
        </ul>
      </details>
      <PurchaseSums total={total} refunded={null} totals={totals} taxes={taxes} pricesInclude={pricesInclude} />
    </div>
  );
}
