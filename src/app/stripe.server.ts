import Stripe from 'stripe';
import { type CardProviderOptions, createCardProvider } from '#src/features/payments/provider.server.ts';
import type { CardPayments } from './card-sandbox.server.ts';

/** What Stripe gives to a shop. */
export interface StripeKeys {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
}

/** Stripe's releases have names; the script of one release goes with its API version. */
const [, RELEASE] = Stripe.API_VERSION.split('.');

/** Stripe itself, instead of the card sandbox. Nothing is asked yet. `options` are for tests alone. */
export function connectStripe(
  keys: StripeKeys,
  options: Pick<CardProviderOptions, 'host' | 'timeoutMs'> = {},
): CardPayments {
  const { secretKey, publishableKey, webhookSecret } = keys;
  return {
    provider: createCardProvider({ secretKey, webhookSecret, ...options }),
    // Without an integrity hash: Stripe changes this script, and forbids hosting a copy.
    cardForm: { publishableKey, scriptUrl: `https://js.stripe.com/${RELEASE}/stripe.js` },
    browserApi: undefined,
    start: () => {},
    stop: async () => {},
  };
}
