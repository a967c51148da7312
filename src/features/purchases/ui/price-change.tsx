import { formatDecimalMoney } from '#src/shared/money.ts';
import { joinUnits } from '#src/shared/units.ts';
import { checkoutCopy } from '../copy.ts';

const { changed: copy } = checkoutCopy;

/** The prices of lines when somebody looked at them. */
export interface PricesSeen {
  total: string;
  lines: readonly { toolId: string; itemName: string; unitPrice: number }[];
}

/** Says which prices have changed since a moment ago. */
export function PriceChange({ before, now }: { before: PricesSeen; now: PricesSeen }) {
  const prices = new Map(before.lines.map(({ toolId, unitPrice }) => [toolId, unitPrice]));
  const changed = now.lines.filter(({ toolId, unitPrice }) => (prices.get(toolId) ?? unitPrice) !== unitPrice);
  return (
    <section className="grid gap-2 border border-signal bg-sheet px-4 py-4">
      <h2 className="font-semibold">{copy.title}</h2>
      <p>{copy.text(formatDecimalMoney(before.total), formatDecimalMoney(now.total))}</p>
      {changed.length > 0 && (
        <ul className="grid gap-1 text-fine">
          {changed.map(({ toolId, itemName, unitPrice }) => (
            <li key={toolId}>
              {copy.line(
                joinUnits(itemName),
                formatDecimalMoney(prices.get(toolId) ?? unitPrice),
                formatDecimalMoney(unitPrice),
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
