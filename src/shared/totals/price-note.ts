import { formatRate } from './format-rate.ts';
import type { PricesInclude, TaxRate } from './purchase-totals.ts';

/** What decides how the prices that a buyer sees relate to what they will pay. */
export interface PriceFacts {
  pricesInclude: PricesInclude;
  /** The taxes of the prices. Empty if there are none. */
  taxes: readonly TaxRate[];
  /** Whether all of these prices bear these rates. A list has tools of several tax classes. */
  hasOneRate: boolean;
  /** Whether the tax in the prices is taken off, as for exports. */
  isRelieved?: boolean;
  isShippingCharged: boolean;
}

/** Stands for the taxes that only the address of a buyer tells. */
export const SOME_TAX: TaxRate = { name: 'tax', rate: 0 };

/**
 * What prices include and what is added to them, as the end of a sentence: 'incl. 19 % VAT, plus shipping', 'plus VAT
 * and shipping'. Null if a price is all that a buyer pays.
 */
export function describePrices(facts: PriceFacts): string | null {
  const { pricesInclude, taxes, hasOneRate, isRelieved = false, isShippingCharged } = facts;
  const names = [...new Set(taxes.map(({ name }) => name))];
  const shipping = isShippingCharged ? ['shipping'] : [];
  if (names.length === 0 || pricesInclude === 'net') {
    const added = [...names, ...shipping];
    return added.length > 0 ? `plus ${join(added)}` : null;
  }
  const included = hasOneRate ? taxes.map(({ name, rate }) => `${formatRate(rate)} ${name}`) : names;
  const parts = [`incl. ${join(included)}`, isRelieved && 'which is taken off', isShippingCharged && 'plus shipping'];
  return parts.filter(Boolean).join(', ');
}

const join = (names: readonly string[]) =>
  names.length === 1 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
