import { type MouseEvent, useRef, useState } from 'react';
import { Button, ButtonLink } from '#src/shared/ui/button.tsx';
import { basketButtonCopy as copy } from '../button-copy.ts';
import { useHeldQuantity } from './basket-storage.ts';

interface AddToBasketProps {
  toolId: string;
  /** How many pieces a press adds. */
  quantity: number;
  /** The id of the element with the tool's name. */
  nameId?: string | undefined;
  variant?: 'secondary' | 'quiet';
  className?: string;
}

/**
 * Adds a tool to the basket. Then it links to the basket and says how many pieces are in it. Not for admins, who don't
 * order.
 */
export function AddToBasket({ toolId, quantity, nameId, variant = 'quiet', className = '' }: AddToBasketProps) {
  const held = useHeldQuantity(toolId);
  const { add, adding, error } = useAdding(toolId, quantity);
  const pressed = useRef(false);
  const shared = {
    variant,
    'aria-describedby': nameId,
    className: `not-for-staff noscript:hidden ${className}`,
  };
  if (held > 0)
    return (
      <ButtonLink
        {...shared}
        to="/basket"
        ref={(link) => {
          // The link replaces the pressed button and takes its focus.
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

/** The second click of a double click was meant for the previous button. */
function ignoreSecondOfDouble(event: MouseEvent): void {
  if (event.detail > 1) event.preventDefault();
}

/** Adds a quantity of a tool. The code that does so is loaded at the first press. */
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
