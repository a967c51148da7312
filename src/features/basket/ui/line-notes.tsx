import { formatDecimalMoney } from '#src/shared/money.ts';
import { Button } from '#src/shared/ui/button.tsx';
import type { BasketLine } from '../contract.ts';
import { basketCopy } from '../copy.ts';

/** What has changed since a line was added. `hasDetail`: the page says elsewhere that the tool is no longer sold. */
export function LineChanges({
  changed: { unitPrice, minimum, stock, archived },
  hasDetail,
}: {
  changed: NonNullable<BasketLine['changed']>;
  hasDetail: boolean;
}) {
  const { changed: copy } = basketCopy;
  const sentences = [
    unitPrice && copy.unitPrice(formatDecimalMoney(unitPrice.before), formatDecimalMoney(unitPrice.now)),
    minimum && copy.minimum(minimum.before, minimum.now),
    stock && copy.stock(stock.before, stock.now),
    archived && !hasDetail && copy.archived,
  ].filter(Boolean);
  if (sentences.length === 0) return null;
  return (
    <p className="mt-1 border-signal border-l-2 pl-3 text-fine">
      <span className="sr-only">{copy.title}: </span>
      {sentences.join(' ')}
    </p>
  );
}

/** Quantities that can be ordered instead, or that cost less per piece. Each is a button that chooses it. */
export function LineOffers({ offers, onTake }: { offers: BasketLine['offers']; onTake: (quantity: number) => void }) {
  const { notes: copy } = basketCopy;
  const [first] = offers;
  if (!first) return null;
  return (
    <div className="grid gap-1">
      <p className="text-fine text-muted">{first.why === 'lower_unit_price' ? copy.cheaper : copy.instead}</p>
      <ul className="flex flex-wrap gap-2">
        {offers.map(({ quantity, total }) => (
          <li key={quantity}>
            <Button variant="secondary" className="px-3! text-fine" onClick={() => onTake(quantity)}>
              <span className="figures">{basketCopy.take(quantity, formatDecimalMoney(total))}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
