import { CardField, type FieldEvents } from './card-field.ts';
import {
  checkCvc,
  checkExpiry,
  checkNumber,
  checkPostcode,
  formatCvc,
  formatExpiry,
  formatNumber,
  formatPostcode,
  getBrand,
} from './card-rules.ts';

/** The four inputs of the card form, in the order of the form. */
export function createCardFields(createEvents: (at: number) => FieldEvents) {
  const inputmode = 'numeric';
  const number = new CardField(
    {
      label: 'Card number',
      autocomplete: 'cc-number',
      placeholder: '1234 1234 1234 1234',
      inputmode,
      format: formatNumber,
      check: checkNumber,
    },
    createEvents(0),
  );
  const expiry = new CardField(
    {
      label: 'Expiry date',
      autocomplete: 'cc-exp',
      placeholder: 'MM / YY',
      inputmode,
      width: 'cs-third',
      format: formatExpiry,
      check: (text) => checkExpiry(text, new Date()),
    },
    createEvents(1),
  );
  const cvcLength = () => getBrand(number.value).cvcLength;
  const cvc = new CardField(
    {
      label: 'CVC',
      autocomplete: 'cc-csc',
      placeholder: '123',
      inputmode,
      width: 'cs-third',
      format: (text) => formatCvc(text, cvcLength()),
      check: (text) => checkCvc(text, cvcLength()),
    },
    createEvents(2),
  );
  const postcode = new CardField(
    {
      label: 'ZIP code',
      autocomplete: 'postal-code',
      placeholder: '94110',
      inputmode: 'text',
      width: 'cs-third',
      format: formatPostcode,
      check: checkPostcode,
    },
    createEvents(3),
  );
  return { number, expiry, cvc, postcode };
}
