import { type MouseEvent, useRef, useState } from 'react';
import { Button, ButtonLink } from '#src/shared/ui/button.tsx';
import { basketButtonCopy as copy } from '../button-copy.ts';
import { useHeldQuantity } from './basket-storage.ts';

interface AddToBasketProps {
  toolId: string;
  /** How many pieces a press puts in. */
  quantity: number;
  /** The id of the element with the tool's name. */
  nameId?: string | undefined;
  variant?: 'secondary' | 'quiet';
  className?: string;
}

/** Puts a tool into the basket. Then it leads there, and says how many are in. Not for admins, who do not order. */
export function AddToBasket({ toolId, quantity, nameId, variant = 'quiet', className = '' }: AddToBasketProps) {
  const held = useHeldQuantity(toolId);
  const { add, adding, error } = useAdding(toolId, quantity);
  const pressed = useRef(false);
  const shared = {
    variant,
    'aria-describedby': nameId,
    className: `not-for-admins noscript:hidden ${className}`,
  };
  if (held > 0)
    return (
      <ButtonLink
        {...shared}
        to="/basket"
        ref={(link) => {
          // It takes the place of the button that was pressed, and its focus.
          if (pressed.current) link?.focus();
          pressed.current = false;
        }}
        onClick={ignoreSecondOfDouble}
      >
        {copy.held(held)}
      </ButtonLink>
    );
  return (
    <>
      <Button
        {...shared}
        pending={adding}
        onClick={() => {
          pressed.current = true;
          void add();
        }}
      >
        {copy.add}
      </Button>
      {error && (
        <p role="alert" className="relative basis-full text-fine text-bad">
          {error}
        </p>
      )}
    </>
  );
}

/** The second press of a double click was meant for the button before. */
function ignoreSecondOfDouble(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault();
}

/** Adding a quantity: what does it is loaded with the first press. */
export function useAdding(toolId: string, quantity: number) {
  const [adding, setAdding] = useState(false);
  const [error, setError] = useState<string | null>(null);
  return {
    adding,
    error,
    setError,
    async add() {
      setAdding(true);
      try {
        const { addPieces } = await import('./basket-actions.ts');
        setError(addPieces({ toolId, quantity }));
      } catch {
        setError(copy.failed);
      }
      setAdding(false);
    },
  };
}
