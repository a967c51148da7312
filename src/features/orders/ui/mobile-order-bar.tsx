import { Button } from '#src/shared/ui/button.tsx';
import { Price } from '#src/shared/ui/price.tsx';
import { ORDER_FORM_ID } from './order-form.tsx';

/** On phones, a bar at the lower edge that links to the order form. `balance` is the unit price in USD. */
export function MobileOrderBar({ balance, unit }: { balance: number; unit: string }) {
  const focusOrderForm = () =>
    document.getElementById(ORDER_FORM_ID)?.querySelector<HTMLInputElement>('input:not([readonly])')?.focus();
  return (
    <div className="flex items-center justify-between gap-6 border-ink border-t py-3">
      <Price amount={balance} unit={unit} className="font-semibold" />
      <Button variant="secondary" onClick={focusOrderForm}>
        Choose a quantity
      </Button>
    </div>
  );
}
