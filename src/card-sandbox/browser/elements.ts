import { integrationError } from './api-client.ts';
import { CardElement, type CardOptions } from './card-element.ts';

/** `CardElement` of react-stripe-js stands for the type it is made of. */
type ElementName = string | { __elementType?: string };

/** What `stripe.elements()` gives: it holds at most one card element. */
export function createElements() {
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
