import { createApiClient, integrationError, type StripeError } from './api-client.ts';
import { createElements } from './elements.ts';
import { createPayments } from './payments.ts';

const script = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : location.href;
const BASE = new URL('/card-sandbox/v1/', script).href;

const NO_TOKENS: StripeError = {
  type: 'invalid_request_error',
  message:
    'The card sandbox makes payment methods, not tokens. Use stripe.confirmCardPayment or stripe.createPaymentMethod.',
};

/** The card sandbox's stand-in for Stripe.js: the same calls, for card payments only. */
function Stripe(publishableKey: string, _options: object = {}) {
  if (typeof publishableKey !== 'string' || !publishableKey.startsWith('pk_')) {
    throw integrationError('Please call Stripe() with your publishable key, which starts with pk_.');
  }
  return {
    elements: createElements,
    createToken: async () => ({ error: NO_TOKENS }),
    ...createPayments(createApiClient(BASE, publishableKey)),
    /** Wrappers announce themselves to Stripe.js here; the sandbox treats them all alike. */
    registerAppInfo(_wrapper: object): void {},
    _registerWrapper(_wrapper: object): void {},
  };
}

Object.assign(window, { Stripe });
