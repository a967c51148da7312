import { CardElement } from '@stripe/react-stripe-js';
import type { StripeCardElementOptions } from '@stripe/stripe-js';
import { useContext, useMemo, useSyncExternalStore } from 'react';
import { PublicSettingsContext } from '#src/shared/public-settings.ts';
import { paymentCopy } from '../copy.ts';

/** The height of the fields that will load, so that nothing moves: the sandbox shows a whole form, Stripe one line. */
function useFieldHeight(): string {
  return useContext(PublicSettingsContext).payments === 'stripe' ? 'min-h-13' : 'min-h-65';
}

/** The billing address has it, by the name that it has in its country. An order is paid only once it has an address. */
const hidePostalCode = true;

/** The fields for the card, which the card provider renders. */
export function CardField({ disabled, onChange }: { disabled: boolean; onChange: () => void }) {
  const height = useFieldHeight();
  const style = useStripeStyle();
  if (useContext(PublicSettingsContext).payments === 'sandbox') {
    return (
      <div className={height}>
        <CardElement options={{ disabled, hidePostalCode }} onChange={onChange} />
      </div>
    );
  }
  return (
    <div className="grid gap-1.5">
      <span className="font-semibold leading-snug">{paymentCopy.card}</span>
      <div className={`rounded-edge border border-edge bg-sheet px-4 py-3.5 focus-within:border-ink ${height}`}>
        {/* Stripe's document has no color scheme. A frame with another color scheme would be white in dark mode. */}
        <div className="scheme-light">
          <CardElement options={{ disabled, hidePostalCode, style }} onChange={onChange} />
        </div>
      </div>
    </div>
  );
}

/** A placeholder until the fields are ready. */
export function CardFieldPlaceholder() {
  return (
    <p
      role="status"
      className={`grid place-items-center border border-line border-dashed px-4 text-muted ${useFieldHeight()}`}
    >
      {paymentCopy.preparing}
    </p>
  );
}

/** The style of Stripe's fields. They are in a frame, so they get our colors as values for each color scheme. */
function useStripeStyle(): NonNullable<StripeCardElementOptions['style']> {
  const scheme = useSyncExternalStore(
    (notify) => {
      const darkMode = window.matchMedia('(prefers-color-scheme: dark)');
      darkMode.addEventListener('change', notify);
      return () => darkMode.removeEventListener('change', notify);
    },
    () => (window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'),
    () => 'light',
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the computed style depends on the scheme
  return useMemo(() => {
    if (typeof document === 'undefined') return {};
    const rootStyle = getComputedStyle(document.documentElement);
    const color = (name: string) => rootStyle.getPropertyValue(name).trim();
    return {
      base: {
        color: color('--ink'),
        iconColor: color('--muted'),
        fontFamily: 'system-ui, sans-serif',
        // Below 16 px, phones zoom into the field.
        fontSize: '16px',
        lineHeight: '24px',
        '::placeholder': { color: color('--muted') },
      },
      invalid: { color: color('--bad'), iconColor: color('--bad') },
    };
  }, [scheme]);
}
