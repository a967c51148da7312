import { centsToDecimal, decimalToCents } from '#src/shared/money.ts';
import { isQuantityInRange, orderTotalCents, type QuantityBounds } from '../rules.ts';

/** The total as a decimal string; null for a quantity that cannot be ordered. `balance` is the unit price in USD. */
export function getOrderTotal(quantity: number | null, balance: number, bounds: QuantityBounds): string | null {
  const unitPriceCents = decimalToCents(balance);
  if (quantity === null || unitPriceCents === null || !isQuantityInRange(quantity, bounds)) return null;
  return centsToDecimal(orderTotalCents(quantity, unitPriceCents));
}
