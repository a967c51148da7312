import { type Currency, getDigits, isOffered } from '#src/shared/currencies.ts';
import type { PaymentLimits } from '#src/shared/money.ts';

/** Stripe's limit of eight digits for one payment. */
const MAX_CHARGE = 99_999_999;

/**
 * The smallest payment of each currency, in its minor units. Stripe publishes it for the currencies in which it settles
 * (docs.stripe.com/currencies); the others have to be worth half a dollar, and these amounts are worth a little more.
 */
const MIN_PAYMENTS: Record<Currency, number> = {
  AED: 200,
  AUD: 50,
  BHD: 250,
  BRL: 50,
  CAD: 50,
  CHF: 50,
  CLP: 600,
  CNY: 450,
  COP: 200_000,
  CRC: 55_000,
  CZK: 1_500,
  DKK: 250,
  EGP: 3_500,
  EUR: 50,
  GBP: 30,
  HKD: 400,
  HUF: 17_500,
  IDR: 1_000_000,
  ILS: 250,
  INR: 50,
  ISK: 80,
  JOD: 450,
  JPY: 50,
  KES: 8_000,
  KRW: 900,
  KWD: 200,
  MAD: 600,
  MXN: 1_000,
  MYR: 200,
  NGN: 100_000,
  NOK: 300,
  NZD: 50,
  OMR: 250,
  PEN: 250,
  PHP: 3_500,
  PLN: 200,
  PYG: 5_000,
  RON: 200,
  SAR: 250,
  SEK: 300,
  SGD: 50,
  THB: 1_000,
  TND: 2_000,
  TRY: 2_500,
  TWD: 2_000,
  UAH: 2_500,
  UGX: 2_500,
  USD: 50,
  VND: 16_000,
  XAF: 400,
  XOF: 400,
  ZAR: 1_200,
};

/** Written with two decimals at Stripe, which are always zero. */
const WITH_ZEROS = ['ISK', 'UGX'];

/** How many of Stripe's units a minor unit is. */
const toFactor = (currency: string) => (WITH_ZEROS.includes(currency.toUpperCase()) ? 100 : 1);

export const toChargeAmount = (minor: number, currency: string) => minor * toFactor(currency);

/** Not whole if somebody has refunded a part of a unit in the provider's dashboard, so it is rounded down. */
export const fromChargeAmount = (amount: number, currency: string) => Math.floor(amount / toFactor(currency));

/** The smallest and largest payment in a currency, and the step between payments: Stripe takes no third decimal. */
export function getPaymentLimits(currency: string): PaymentLimits {
  if (!isOffered(currency)) throw new Error(`the card provider takes no ${currency}`);
  return {
    minMinor: MIN_PAYMENTS[currency],
    maxMinor: fromChargeAmount(roundDown(MAX_CHARGE, toStep(currency)), currency),
    stepMinor: toStep(currency),
  };
}

const toStep = (currency: string) => (getDigits(currency) === 3 ? 10 : 1);
const roundDown = (amount: number, step: number) => amount - (amount % step);
