import { createApiClient, integrationError, type StripeError } from './api-client.ts';
import { CardElement, type CardOptions } from './card-element.ts';
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

/** `CardElement` of react-stripe-js stands for the type it is made of. */
type ElementName = string | { __elementType?: string };

/** What `stripe.elements()` gives: it holds at most one card element. */
function createElements() {
  let card: CardElement | null = null;
  const getName = (type: ElementName) => (typeof type === 'string' ? type : type?.__elementType);

  return {
    create(type: ElementName, options: CardOptions = {}): CardElement {
      if (getName(type) !== 'card') {
        throw integrationError(`The card sandbox has only the card Element, not '${getName(type)}'.`);
      }
      if (card) throw integrationError('Can only create one Element of type card.');
      card = new CardElement(options, () => {
        card = null;
      });
      return card;
    },
    getElement: (type: ElementName): CardElement | null => (getName(type) === 'card' ? card : null),
    /** Appearance, locale and fonts come from the page itself. */
    update(_options: object): void {},
    fetchUpdates: async (): Promise<{ error?: undefined }> => ({}),
  };
}
