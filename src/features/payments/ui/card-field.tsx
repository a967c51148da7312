import { CardElement } from '@stripe/react-stripe-js';
import type { StripeCardElementOptions } from '@stripe/stripe-js';
import { useContext, useMemo, useSyncExternalStore } from 'react';
import { PublicSettingsContext } from '#src/shared/public-settings.ts';

/** As high as the fields that will stand here: the sandbox brings a whole form, Stripe one line. */
function useFieldHeight(): string {
  return useContext(PublicSettingsContext).payments === 'stripe' ? 'min-h-13' : 'min-h-65';
}

/** Where the card is typed; the fields are the card provider's. */
export function CardField({ disabled, onChange }: { disabled: boolean; onChange: () => void }) {
  const height = useFieldHeight();
  const style = useStripeStyle();
  if (useContext(PublicSettingsContext).payments === 'sandbox') {
    return (
      <div className={height}>
        <CardElement options={{ disabled }} onChange={onChange} />
      </div>
    );
  }
  return (
    <div className="grid gap-1.5">
      <span className="font-semibold leading-snug">Card</span>
      <div className={`rounded-edge border border-edge bg-sheet px-4 py-3.5 focus-within:border-ink ${height}`}>
        {/* Were the frame of another colour scheme than its document, which knows of none, it would stand on white at night. */}
        <div className="scheme-light">
          <CardElement options={{ disabled, style }} onChange={onChange} />
        </div>
      </div>
    </div>
  );
}

/** Stands in their place while they are prepared. */
export function CardFieldPlaceholder() {
  return (
    <p
      role="status"
      className={`grid place-items-center border border-line border-dashed px-4 text-muted ${useFieldHeight()}`}
    >
      Preparing the card form …
    </p>
  );
}

/** Stripe's fields stand in a frame that our styles do not reach: by day and by night they are told our colours. */
function useStripeStyle(): NonNullable<StripeCardElementOptions['style']> {
  const scheme = useSyncExternalStore(
    (notify) => {
      const night = window.matchMedia('(prefers-color-scheme: dark)');
      night.addEventListener('change', notify);
      return () => night.removeEventListener('change', notify);
    },
    () => (window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'),
    () => 'light',
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme changes what is read
  return useMemo(() => {
    if (typeof document === 'undefined') return {};
    const ours = getComputedStyle(document.documentElement);
    const color = (name: string) => ours.getPropertyValue(name).trim();
    return {
      base: {
        color: color('--ink'),
        iconColor: color('--muted'),
        fontFamily: 'system-ui, sans-serif',
        // Below 16 px a phone zooms into the field.
        fontSize: '16px',
        lineHeight: '24px',
        '::placeholder': { color: color('--muted') },
      },
      invalid: { color: color('--bad'), iconColor: color('--bad') },
    };
  }, [scheme]);
}
