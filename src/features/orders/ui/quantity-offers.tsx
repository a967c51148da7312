import { formatMoney } from '#src/shared/money.ts';
import { formatCount } from '#src/shared/numbers.ts';
import type { QuantityOffer } from '#src/shared/quantity-solver.ts';
import { siteCopy } from '#src/shared/site-copy.ts';
import { Button } from '#src/shared/ui/button.tsx';

/** Quantities to order instead, or that cost less per piece. Each is a button that fills the quantity in. */
export function QuantityOffers({
  offers,
  onChoose,
}: {
  offers: readonly QuantityOffer[];
  onChoose: (quantity: number) => void;
}) {
  if (offers.length === 0) return null;
  return (
    <ul className="-mt-2 flex flex-wrap gap-2">
      {offers.map(({ quantity, unitPriceCents, reason }) => (
        <li key={quantity}>
          <Button variant="secondary" onClick={() => onChoose(quantity)}>
            {`${reason === 'lower_unit_price' ? 'Take ' : ''}${formatCount(quantity)} at ${formatMoney(unitPriceCents)} ${siteCopy.tool.each}`}
          </Button>
        </li>
      ))}
    </ul>
  );
}
