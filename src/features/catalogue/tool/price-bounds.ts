// Apart from the rules, which public pages need not load.

/** Of a piece: what one card payment can take. */
export const MAX_PRICE_CENTS = 99_999_999;
