import Stripe from 'stripe';
import { type CardProviderOptions, createCardProvider } from '#src/features/payments/provider.server.ts';
import { createTaxCalculator } from '#src/features/payments/tax-calculator.server.ts';
import type { CardPayments } from './card-sandbox.server.ts';

/** The keys that a shop gets from Stripe. */
export interface StripeKeys {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
}

/** Stripe's releases have names, and each release's script belongs to one API version. */
const [, RELEASE] = Stripe.API_VERSION.split('.');

/** Connects to Stripe instead of the card sandbox. Sends no request yet. `options` is for tests only. */
export function connectStripe(
  keys: StripeKeys,
  options: Pick<CardProviderOptions, 'host' | 'timeoutMs'> = {},
): CardPayments {
  const { secretKey, publishableKey, webhookSecret } = keys;
  return {
    provider: createCardProvider({ secretKey, webhookSecret, ...options }),
    taxCalculator: createTaxCalculator({ secretKey, ...(options.host && { host: options.host }) }),
    // No integrity hash, since Stripe changes this script and forbids hosting a copy.
    cardForm: { publishableKey, scriptUrl: `https://js.stripe.com/${RELEASE}/stripe.js` },
    browserApi: undefined,
    start: () => {},
    stop: async () => {},
  };
}
