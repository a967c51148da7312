import { centsToDecimal, decimalToCents } from '#src/shared/money.ts';
import { isQuantityInRange, orderTotalCents, type QuantityBounds } from '../rules.ts';

/**
 * The total of a quantity as the wire's decimal string, or null while the quantity cannot be ordered. Both bounds can.
 * `balance` is the unit price in USD as the wire has it.
 */
export function totalFor(quantity: number | null, balance: number, bounds: QuantityBounds): string | null {
  const unitPriceCents = decimalToCents(balance);
  if (quantity === null || unitPriceCents === null || !isQuantityInRange(quantity, bounds)) return null;
  return centsToDecimal(orderTotalCents(quantity, unitPriceCents));
}
