import type { ToolToOrder } from '#src/features/catalogue/queries.server.ts';
import type { NewOrder } from '#src/features/orders/contract.ts';
import { isQuantityInRange, orderTotalCents } from '#src/features/orders/rules.ts';
import { centsToDecimal, decimalToCents, MAX_PAYMENT_CENTS, MIN_PAYMENT_CENTS } from '#src/shared/money.ts';
import { type Failure, fail } from '#src/shared/problem.ts';
import { describeQuantity } from '#src/shared/quantity-copy.ts';
import { getUnitPriceCents, listOffers } from '#src/shared/quantity-solver.ts';
import { getSmallestOrder } from '#src/shared/smallest-order.ts';

/** Why this order of the tool cannot be placed as it stands now, or null. */
export function checkOrder(tool: ToolToOrder, order: NewOrder): Failure | null {
  if (tool.state !== 'on_sale') return fail('not_for_sale');
  const failure = checkQuantity(tool, order.quantity);
  if (failure) return failure;
  const totalCents = orderTotalCents(order.quantity, getUnitPriceCents(tool, order.quantity));
  if (totalCents < MIN_PAYMENT_CENTS)
    return fail('order_too_small', { fields: { quantity: 'Please order more pieces.' } });
  if (totalCents > MAX_PAYMENT_CENTS)
    return fail('order_too_large', { fields: { quantity: 'Please order in several parts.' } });
  if (String(order.price).trim() === '' || Number.isNaN(Number(order.price))) {
    return fail('invalid', { fields: { price: 'Please send the total as a decimal amount.' } });
  }
  if (decimalToCents(order.price) !== totalCents) {
    return fail('price_changed', {
      extra: { price: centsToDecimal(totalCents) },
      fields: { price: `The total is ${centsToDecimal(totalCents)}.` },
    });
  }
  return null;
}

function checkQuantity(tool: ToolToOrder, quantity: number): Failure | null {
  const { packMultiple, maxOrderQuantity, available } = tool;
  const min = getSmallestOrder(tool);
  const max = Math.min(available, maxOrderQuantity ?? available);
  const inRange = isQuantityInRange(quantity, { min, max });
  if (inRange && quantity % packMultiple === 0) return null;
  const offers = listOffers(tool, quantity).map((offer) => offer.quantity);
  const extra = { min, max, offers };
  if (inRange) {
    const sentence = describeQuantity(tool, quantity);
    return fail('quantity_out_of_range', { detail: sentence, fields: { quantity: sentence }, extra });
  }
  const sentence = available < min ? 'This tool is out of stock.' : `Please Order Between ${min} && ${max}`;
  const isTooMany = maxOrderQuantity !== null && quantity > maxOrderQuantity;
  const code = quantity >= min && !isTooMany ? 'out_of_stock' : 'quantity_out_of_range';
  return fail(code, { detail: sentence, fields: { quantity: sentence }, extra });
}
