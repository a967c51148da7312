import { formatMoney } from './money.ts';
import { formatCount } from './numbers.ts';
import {
  getOrderableBounds,
  getUnitPriceCents,
  isOrderable,
  listOffers,
  type OrderTerms,
  type QuantityOffer,
} from './quantity-solver.ts';
import { getSmallestOrder } from './smallest-order.ts';

/** What a quantity costs, or why it cannot be ordered and what can: one or two sentences. */
export function describeQuantity(terms: OrderTerms, quantity: number): string {
  if (!isOrderable(terms, quantity))
    return `${explainRefusal(terms, quantity)} ${describeOffers(terms, quantity)}`.trim();
  const unitPriceCents = getUnitPriceCents(terms, quantity);
  const cost = `${formatCount(quantity)} at ${formatMoney(unitPriceCents)} each cost ${formatMoney(quantity * unitPriceCents)}.`;
  return `${cost} ${describeOffers(terms, quantity)}`.trim();
}

/** The offers as a sentence: 'Order 48 or 72; 72 lowers the unit price to $17.20.' Empty where there are none. */
function describeOffers(terms: OrderTerms, quantity: number): string {
  const offers = listOffers(terms, quantity);
  const [first] = offers;
  if (!first) return '';
  if (first.reason === 'lower_unit_price')
    return `${formatCount(first.quantity)} lowers the unit price to ${formatMoney(first.unitPriceCents)}.`;
  const quantities = offers.map((offer) => formatCount(offer.quantity)).join(' or ');
  const cheaper = offers.find(({ reason }) => reason === 'nearest_above');
  return `Order ${quantities}${cheaper ? getSaving(terms, offers, cheaper) : ''}.`;
}

/** Said where the larger quantity is cheaper per piece than the smaller one, or than the first price. */
function getSaving(terms: OrderTerms, offers: readonly QuantityOffer[], above: QuantityOffer): string {
  const below = offers.find(({ reason }) => reason === 'nearest_below');
  if (above.unitPriceCents >= (below?.unitPriceCents ?? terms.unitPriceCents)) return '';
  return `; ${formatCount(above.quantity)} lowers the unit price to ${formatMoney(above.unitPriceCents)}`;
}

/** Why a quantity cannot be ordered, as one sentence. Only for one that cannot. */
export function explainRefusal(terms: OrderTerms, quantity: number): string {
  const { minOrderQuantity, packMultiple, maxOrderQuantity, available } = terms;
  const bounds = getOrderableBounds(terms);
  if (!bounds) {
    const smallest = getSmallestOrder({ minOrderQuantity, packMultiple });
    if (available === 0) return `There are fewer pieces left than the minimum order of ${formatCount(smallest)}.`;
    return available < smallest
      ? `Only ${formatCount(available)} are left, and the minimum order is ${formatCount(smallest)}.`
      : 'No quantity of it can be paid for by card.';
  }
  if (quantity < bounds.min) return `The minimum order is ${formatCount(bounds.min)}.`;
  if (maxOrderQuantity !== null && quantity > maxOrderQuantity)
    return `The maximum order is ${formatCount(maxOrderQuantity)}.`;
  if (quantity > available) return `Only ${formatCount(available)} are left.`;
  if (quantity % packMultiple !== 0) return `It is sold in packs of ${formatCount(packMultiple)}.`;
  return 'This total cannot be charged to a card.';
}
