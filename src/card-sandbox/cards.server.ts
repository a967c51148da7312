import { getBrand, passesLuhn, toDigits } from './browser/card-rules.ts';
import { type StripeResult, stripeFailure, stripeOk } from './stripe-error.server.ts';
import { NOT_A_TEST_CARD, TEST_CARDS, TEST_PAYMENT_METHODS } from './test-cards.ts';

/** A card as it was typed. Lives only as long as one request; nothing here may be logged or stored. */
export interface StripeCard {
  number: string;
  exp_month: string;
  exp_year: string;
  cvc?: string | undefined;
}

/** What may be stored of it. */
export interface CardSummary {
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
  behavior: string;
}

const cardError = (code: string, param: string, message: string) =>
  stripeFailure({ status: 402, type: 'card_error', code, param, message });

/** Checks a typed card as Stripe's test mode does: number, date, security code, and that it is a test card. */
export function readCard(card: StripeCard): StripeResult<CardSummary> {
  const number = card.number.replace(/[ -]/g, '');
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) {
    return cardError('incorrect_number', 'number', 'Your card number is incorrect.');
  }
  const expMonth = Number(card.exp_month);
  const expYear = card.exp_year.length <= 2 ? 2000 + Number(card.exp_year) : Number(card.exp_year);
  const today = new Date();
  const thisYear = today.getFullYear();
  const thisMonth = today.getMonth() + 1;
  if (!(expMonth >= 1 && expMonth <= 12) || (expYear === thisYear && expMonth < thisMonth)) {
    return cardError('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.");
  }
  if (!(expYear >= thisYear && expYear <= thisYear + 50)) {
    return cardError('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.");
  }
  const { brand, cvcLength } = getBrand(number);
  if (card.cvc !== undefined && (!/^\d+$/.test(card.cvc) || toDigits(card.cvc).length !== cvcLength)) {
    return cardError('invalid_cvc', 'cvc', "Your card's security code is invalid.");
  }
  const behavior = Object.hasOwn(TEST_CARDS, number) ? TEST_CARDS[number] : undefined;
  if (!behavior) return stripeFailure({ status: 402, ...NOT_A_TEST_CARD });
  return stripeOk({ brand, last4: number.slice(-4), expMonth, expYear, behavior });
}

/** The card behind a preset name such as `pm_card_visa`; null for any other name. */
export function getPresetCard(name: string): CardSummary | null {
  const number = Object.hasOwn(TEST_PAYMENT_METHODS, name) ? TEST_PAYMENT_METHODS[name] : undefined;
  if (!number) return null;
  const card = readCard({ number, exp_month: '12', exp_year: String(new Date().getFullYear() + 4) });
  return card.ok ? card.value : null;
}
