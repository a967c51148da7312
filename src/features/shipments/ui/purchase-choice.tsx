import { createContext, type ReactNode, use, useState } from 'react';
import { Button } from '#src/shared/ui/button.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { shipmentCopy } from '../copy.ts';
import { MAX_PURCHASES } from '../rules.ts';

const { many: copy } = shipmentCopy;

/** A purchase in the list of those to ship. */
export interface ChosenPurchase {
  id: string;
  number: string;
  name: string;
}

const ChoiceContext = createContext<{
  chosen: ReadonlyMap<string, ChosenPurchase>;
  toggle: (purchase: ChosenPurchase) => void;
}>({ chosen: new Map(), toggle: () => {} });

interface PurchaseChoiceProps {
  /** Asks, then ships. The choice is cleared when something was shipped. */
  onShip: (purchases: readonly ChosenPurchase[], onShipped: () => void) => void;
  /** Saves the packing list of the purchases. Returns why that failed, or null. */
  onPack: (purchases: readonly ChosenPurchase[]) => Promise<string | null>;
  children: ReactNode;
}

/** Makes the purchases of a list selectable, across several pages, to pack and ship them at once. */
export function PurchaseChoice({ onShip, onPack, children }: PurchaseChoiceProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<string, ChosenPurchase>>(new Map());
  const toggle = (purchase: ChosenPurchase) =>
    setChosen((now) => {
      const next = new Map(now);
      if (!next.delete(purchase.id)) next.set(purchase.id, purchase);
      return next;
    });
  const { size } = chosen;
  const [isPacking, setIsPacking] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const pack = async () => {
    if (isPacking) return;
    setError(null);
    setIsPacking(true);
    setError(await onPack([...chosen.values()]));
    setIsPacking(false);
  };
  return (
    <ChoiceContext value={{ chosen, toggle }}>
      {children}
      {size > 0 && (
        <div className="sticky bottom-0 z-10 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-ink border-t bg-paper py-3">
          <p role="status">{size > MAX_PURCHASES ? copy.tooMany : copy.chosen(size)}</p>
          {size <= MAX_PURCHASES && (
            <div className="flex gap-3 max-sm:w-full">
              <Button variant="secondary" pending={isPacking} className="max-sm:grow" onClick={() => void pack()}>
                {copy.pack}
              </Button>
              <Button className="max-sm:grow" onClick={() => onShip([...chosen.values()], () => setChosen(new Map()))}>
                {copy.button(size)}
              </Button>
            </div>
          )}
          <FormError>{error}</FormError>
        </div>
      )}
    </ChoiceContext>
  );
}

/** The checkbox of a purchase. All its lines in a list are ticked together. */
export function PurchaseTick({ purchase }: { purchase: ChosenPurchase }) {
  const { chosen, toggle } = use(ChoiceContext);
  return (
    <label className="-my-1 inline-flex min-h-11 min-w-11 cursor-pointer items-center dense:min-w-6">
      <input
        type="checkbox"
        aria-label={copy.choose(purchase.number)}
        checked={chosen.has(purchase.id)}
        onChange={() => toggle(purchase)}
        className="size-5 shrink-0 accent-ink"
      />
    </label>
  );
}
