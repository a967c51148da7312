import { Link } from 'react-router';
import { Button } from '#src/shared/ui/button.tsx';
import { basketButtonCopy as copy } from '../button-copy.ts';
import { useAdding } from './add-to-basket.tsx';
import { useHeldQuantity } from './basket-storage.ts';

/** Adds the quantity of a form to the basket, and again at each press. Null if it can't be ordered. */
export function AddQuantity({ toolId, quantity }: { toolId: string; quantity: number | null }) {
  const held = useHeldQuantity(toolId);
  const { add, adding, error, setError } = useAdding(toolId, quantity ?? 0);
  return (
    <div className="not-for-staff grid gap-2 noscript:hidden">
      <Button
        variant="secondary"
        pending={adding}
        onClick={() => (quantity === null ? setError(copy.chooseQuantity) : void add())}
      >
        {copy.add}
      </Button>
      {error && (
        <p role="alert" className="text-fine text-bad">
          {error}
        </p>
      )}
      {held > 0 && (
        <p className="text-center text-fine">
          <Link to="/basket" className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4">
            {copy.held(held)}
          </Link>
        </p>
      )}
    </div>
  );
}
