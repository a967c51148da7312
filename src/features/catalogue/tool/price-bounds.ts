// Separate from the rules, which public pages don't need to load.

/** The highest unit price: what one card payment can take. */
export const MAX_PRICE_MINOR = 99_999_999;
