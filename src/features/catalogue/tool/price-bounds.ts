// Separate from the rules, which public pages don't need to load.

import { getShopCurrency } from '#src/shared/money.ts';

/** The highest unit price: what one card payment can take. */
export const getMaxPriceMinor = () => getShopCurrency().maxMinor;
