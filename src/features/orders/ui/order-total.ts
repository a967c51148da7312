import { centsToDecimal } from '#src/shared/money.ts';
import { getUnitPriceCents, isOrderable, type OrderTerms } from '#src/shared/quantity-solver.ts';
import { orderTotalCents } from '../rules.ts';

/** The total as a decimal string; null for a quantity that cannot be ordered. */
export function getOrderTotal(quantity: number | null, terms: OrderTerms): string | null {
  if (quantity === null || !isOrderable(terms, quantity)) return null;
  return centsToDecimal(orderTotalCents(quantity, getUnitPriceCents(terms, quantity)));
}
