import type { ReactNode } from 'react';
import { formatDays } from '#src/shared/dates.ts';
import { formatDecimalMoney } from '#src/shared/money.ts';
import { FieldError } from '#src/shared/ui/field.tsx';
import { RadioOption } from '#src/shared/ui/radio-option.tsx';
import type { Estimate } from '../contract.ts';
import { checkoutCopy } from '../copy.ts';

const { shipping: copy } = checkoutCopy;
const ERROR_ID = 'shipping-error';

interface ShippingOptionsProps {
  shipping: Estimate['shipping'];
  /** What was chosen last; the estimate for it may still be loading. */
  methodId: string | null;
  error?: string | undefined;
  onChoose: (methodId: string) => void;
  /** The way to a quote, for what no method ships. */
  quote: ReactNode;
}

/** The ways of shipping that fit some lines and their destination. If none does, picking up, and the way to a quote. */
export function ShippingOptions({ shipping, methodId, error, onChoose, quote }: ShippingOptionsProps) {
  const methods = shipping.methods.filter(({ price }) => price !== null);
  const checkedId = methods.some(({ id }) => id === methodId) ? methodId : shipping.chosen;
  return (
    <>
      {shipping.byQuote && (
        <div className="grid justify-items-start gap-3">
          <p>{methods.length > 0 ? copy.noneButPickup : copy.none}</p>
          {quote}
        </div>
      )}
      {methods.length > 0 && (
        <fieldset className="grid min-w-0 border-line border-t">
          <legend className="sr-only">{copy.title}</legend>
          {methods.map(({ id, name, price, ...method }) => (
            <RadioOption
              key={id}
              name="shippingMethodId"
              value={id}
              checked={checkedId === id}
              errorId={error ? ERROR_ID : undefined}
              onChoose={() => onChoose(id)}
            >
              <span className="flex items-baseline justify-between gap-x-6">
                <span className="min-w-0 wrap-anywhere">{name}</span>
                <span translate="no" className="figures whitespace-nowrap">
                  {Number(price) === 0 ? copy.free : formatDecimalMoney(price ?? 0)}
                </span>
              </span>
              <span className="block wrap-anywhere text-fine text-muted empty:hidden">{describeMethod(method)}</span>
            </RadioOption>
          ))}
        </fieldset>
      )}
      {error && <FieldError id={ERROR_ID}>{error}</FieldError>}
    </>
  );
}

type MethodTerms = Pick<Estimate['shipping']['methods'][number], 'arrives' | 'days' | 'pickup'>;

function describeMethod({ arrives, days, pickup }: MethodTerms): string | null {
  if (pickup) return [pickup.address, pickup.hours].filter(Boolean).join(' · ') || copy.pickup;
  if (arrives) return copy.arrives(formatDays(arrives.from, arrives.to));
  return days && copy.days(days);
}

/** The same, as a step of the checkout. */
export function ShippingChoice(props: ShippingOptionsProps) {
  return (
    <section aria-labelledby="checkout-shipping" className="grid gap-4">
      <h2 id="checkout-shipping" className="border-ink border-b pb-3 font-bold text-title tracking-tight">
        {copy.title}
      </h2>
      <ShippingOptions {...props} />
    </section>
  );
}
