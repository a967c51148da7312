import { formatDecimalMoney } from '#src/shared/money.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import type { Estimate } from '../contract.ts';
import { checkoutCopy } from '../copy.ts';

const { shipping: copy } = checkoutCopy;

interface ShippingChoiceProps {
  estimate: Estimate;
  error: string | undefined;
  onChoose: (methodId: string) => void;
}

/** The ways of shipping that fit the basket and its destination. If none does, the way to a quote. */
export function ShippingChoice({ estimate: { shipping }, error, onChoose }: ShippingChoiceProps) {
  const methods = shipping.methods.filter(({ price }) => price !== null);
  return (
    <section aria-labelledby="checkout-shipping" className="grid gap-4">
      <h2 id="checkout-shipping" className="border-ink border-b pb-3 font-bold text-title tracking-tight">
        {copy.title}
      </h2>
      {methods.length === 0 ? (
        <div className="grid justify-items-start gap-3">
          <p>{copy.none}</p>
          <ButtonLink to="/quote" variant="secondary">
            {copy.quote}
          </ButtonLink>
        </div>
      ) : (
        <fieldset className="grid" aria-describedby={error ? 'shipping-error' : undefined}>
          <legend className="sr-only">{copy.title}</legend>
          {methods.map(({ id, name, price, days, pickup }) => (
            <label
              key={id}
              className="flex min-h-13 cursor-pointer items-baseline gap-x-3 border-line border-b py-3 last:border-b-0"
            >
              <input
                type="radio"
                name="shippingMethodId"
                value={id}
                checked={shipping.chosen === id}
                onChange={() => onChoose(id)}
                className="mt-0.5 accent-ink"
              />
              <span className="grid min-w-0 grow">
                <span className="wrap-anywhere">{name}</span>
                <span className="wrap-anywhere text-fine text-muted empty:hidden">
                  {pickup
                    ? [pickup.address, pickup.hours].filter(Boolean).join(' · ') || copy.pickup
                    : days && copy.days(days)}
                </span>
              </span>
              <span translate="no" className="figures">
                {Number(price) === 0 ? copy.free : formatDecimalMoney(price ?? 0)}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {error && (
        <p id="shipping-error" role="alert" className="text-bad text-fine">
          {error}
        </p>
      )}
    </section>
  );
}
