import { getShopCurrency, minorToDecimal } from '#src/shared/money.ts';
import type { BasketLine } from '../contract.ts';
import { basketCopy } from '../copy.ts';
import { sumLines } from '../judge-line.ts';
import { priceAgain } from './line-price.ts';
import { useBasket } from './use-basket.ts';

/** The part of the basket that can be ordered now, and the rest. */
export interface CheckoutBasket {
  /** All lines are known with their current prices. */
  isReady: boolean;
  /** Why the basket could not be read, or null. */
  failure: string | null;
  isEmpty: boolean;
  /** The version of the account's basket that has these lines; 0 if none is stored. */
  version: number;
  lines: BasketLine[];
  /** Lines that can't be ordered as they are. */
  leftOut: BasketLine[];
  /** The total of the lines, as a decimal string. */
  total: string;
  /** Why the lines can't be ordered together, or null. */
  refusal: string | null;
}

/** The basket of a customer, split into what can be ordered now and what can't. */
export function useCheckoutLines(email: string): CheckoutBasket {
  const { lines, priced, isReady, failure, version } = useBasket(email);
  const known = lines.flatMap((line) => {
    const found = priced.get(line.toolId);
    return found ? [priceAgain(line, found)] : [];
  });
  const orderable = known.filter(({ total }) => total !== null);
  const minor = sumLines(orderable);
  const { nothing, tooMuch } = basketCopy.summary;
  return {
    isReady: isReady && known.length === lines.length,
    failure: isReady ? null : failure,
    isEmpty: lines.length === 0,
    version,
    lines: orderable,
    leftOut: known.filter(({ total }) => total === null),
    total: minorToDecimal(minor),
    refusal: orderable.length === 0 ? nothing : minor > getShopCurrency().maxMinor ? tooMuch : null,
  };
}
