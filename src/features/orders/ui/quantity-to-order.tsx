import { type ReactNode, useState } from 'react';
import { copy } from '#src/shared/copy.ts';
import { describeBounds } from '#src/shared/describe-bounds.ts';
import { formatMoney } from '#src/shared/money.ts';
import { toOrderTerms, type WireTerms } from '#src/shared/order-terms.ts';
import { getOrderableBounds, judgeQuantity, stepQuantity } from '#src/shared/quantity-solver.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { QuantityField } from '#src/shared/ui/quantity-field.tsx';

interface QuantityToOrderProps {
  /** It must be possible to order some of it. */
  tool: WireTerms & { _id: string };
  /** Adds a quantity to the basket. Null if it can't be ordered. */
  basketButton: (quantity: number | null) => ReactNode;
}

/** A quantity of a tool with its total, on a public page. Without JavaScript, there is only the way to the order form. */
export function QuantityToOrder({ tool, basketButton }: QuantityToOrderProps) {
  const terms = toOrderTerms(tool);
  const bounds = getOrderableBounds(terms) ?? { min: tool.minOrderQuantity, max: tool.quantity };
  const [quantity, setQuantity] = useState<number | null>(bounds.min);
  const judged = quantity === null ? null : judgeQuantity(terms, quantity);
  const isOrderable = judged !== null && !judged.problem;
  const allowed = describeBounds(bounds, tool.packMultiple);
  return (
    <>
      <div className="grid gap-3 noscript:hidden">
        <QuantityField
          label="Quantity"
          hint={isOrderable ? allowed : undefined}
          error={isOrderable ? undefined : allowed}
          min={bounds.min}
          max={bounds.max}
          step={tool.packMultiple}
          below={stepQuantity(terms, quantity, -1)}
          above={stepQuantity(terms, quantity, 1)}
          value={quantity}
          onValueChange={setQuantity}
        />
        <p className="flex items-baseline justify-between gap-3" aria-live="polite">
          <span className="font-semibold">Total</span>
          <span translate="no" className="figures text-title font-semibold">
            {isOrderable ? formatMoney(judged.totalMinor) : '–'}
          </span>
        </p>
      </div>
      {/* The order form starts with the smallest quantity by itself. */}
      <ButtonLink
        to={`/singleTool/${tool._id}${isOrderable && quantity !== bounds.min ? `?quantity=${quantity}` : ''}`}
      >
        {copy.home.placeOrder}
      </ButtonLink>
      {basketButton(isOrderable ? quantity : null)}
    </>
  );
}
