import { centsToDecimal, decimalToCents, MAX_PAYMENT_CENTS } from '#src/shared/money.ts';
import type { BasketLine } from '../contract.ts';
import { basketCopy } from '../copy.ts';
import { priceAgain } from './line-price.ts';
import { useBasket } from './use-basket.ts';

/** The basket as it can be ordered now. */
export interface CheckoutBasket {
  /** All lines are known with their prices of now. */
  isReady: boolean;
  /** Why it could not be read; null where it was. */
  failure: string | null;
  isEmpty: boolean;
  lines: BasketLine[];
  /** They cannot be ordered as they are. */
  leftOut: BasketLine[];
  /** Of the lines, as a decimal string. */
  total: string;
  /** Why the lines cannot be ordered together; null where they can. */
  refusal: string | null;
}

/** The basket of a customer, divided into what can be ordered now and what cannot. */
export function useCheckoutLines(email: string): CheckoutBasket {
  const { lines, priced, isReady, failure } = useBasket(email);
  const known = lines.flatMap((line) => {
    const found = priced.get(line.toolId);
    return found ? [priceAgain(line, found)] : [];
  });
  const orderable = known.filter(({ total }) => total !== null);
  const cents = orderable.reduce((sum, { total }) => sum + (decimalToCents(total ?? '') ?? 0), 0);
  const { nothing, tooMuch } = basketCopy.summary;
  return {
    isReady: isReady && known.length === lines.length,
    failure: isReady ? null : failure,
    isEmpty: lines.length === 0,
    lines: orderable,
    leftOut: known.filter(({ total }) => total === null),
    total: centsToDecimal(cents),
    refusal: orderable.length === 0 ? nothing : cents > MAX_PAYMENT_CENTS ? tooMuch : null,
  };
}
