/** Stripe's units of the currencies that do not have two decimals. It writes Iceland's and Uganda's with two zeros. */
const NO_DECIMALS = ['clp', 'jpy', 'krw', 'pyg', 'vnd', 'xaf', 'xof'];
const THREE_DECIMALS = ['bhd', 'jod', 'kwd', 'omr', 'tnd'];
const ALWAYS_ZEROS = ['isk', 'ugx'];

function getStripeDigits(currency: string): number {
  if (NO_DECIMALS.includes(currency)) return 0;
  return THREE_DECIMALS.includes(currency) ? 3 : 2;
}

/** What amounts of a currency have to be multiples of. */
export function getStripeStep(currency: string): number {
  if (ALWAYS_ZEROS.includes(currency)) return 100;
  return THREE_DECIMALS.includes(currency) ? 10 : 1;
}

/** Stripe's units as people write them: 1050 → '$10.50'. */
export function formatStripeAmount(amount: number, currency: string): string {
  const digits = ALWAYS_ZEROS.includes(currency) ? 0 : getStripeDigits(currency);
  const style = { style: 'currency', currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const;
  return new Intl.NumberFormat('en-US', style).format(amount / 10 ** getStripeDigits(currency));
}
