import { formatMoney } from './money.ts';
import { formatCount } from './numbers.ts';
import {
  getOrderableBounds,
  judgeQuantity,
  listOffers,
  type OrderTerms,
  type QuantityOffer,
  type QuantityProblem,
} from './quantity-solver.ts';
import { getSmallestOrder } from './smallest-order.ts';

/** What a quantity costs, or why it cannot be ordered and what can: one or two sentences. */
export function describeQuantity(terms: OrderTerms, quantity: number): string {
  const { problem, unitPriceMinor, totalMinor } = judgeQuantity(terms, quantity);
  const sentence = problem
    ? explainProblem(terms, problem)
    : `${formatCount(quantity)} at ${formatMoney(unitPriceMinor)} each cost ${formatMoney(totalMinor)}.`;
  return `${sentence} ${describeOffers(terms, quantity)}`.trim();
}

/** The offers as a sentence: 'Order 48 or 72; 72 lowers the unit price to $17.20.' Empty if there are none. */
function describeOffers(terms: OrderTerms, quantity: number): string {
  const offers = listOffers(terms, quantity);
  const [first] = offers;
  if (!first) return '';
  if (first.reason === 'lower_unit_price')
    return `${formatCount(first.quantity)} lowers the unit price to ${formatMoney(first.unitPriceMinor)}.`;
  const quantities = offers.map((offer) => formatCount(offer.quantity)).join(' or ');
  const cheaper = offers.find(({ reason }) => reason === 'nearest_above');
  return `Order ${quantities}${cheaper ? getSaving(terms, offers, cheaper) : ''}.`;
}

/** Added if the larger quantity is cheaper per piece than the smaller one, or than the first price. */
function getSaving(terms: OrderTerms, offers: readonly QuantityOffer[], above: QuantityOffer): string {
  const below = offers.find(({ reason }) => reason === 'nearest_below');
  if (above.unitPriceMinor >= (below?.unitPriceMinor ?? terms.unitPriceMinor)) return '';
  return `; ${formatCount(above.quantity)} lowers the unit price to ${formatMoney(above.unitPriceMinor)}`;
}

const countLeft = (available: number) => `Only ${formatCount(available)} ${available === 1 ? 'is' : 'are'} left`;

const SENTENCES: Record<QuantityProblem, (terms: OrderTerms) => string> = {
  sold_out: ({ available, ...terms }) =>
    available === 0
      ? 'It is out of stock.'
      : `${countLeft(available)}, and the minimum order is ${formatCount(getSmallestOrder(terms))}.`,
  below_minimum: (terms) => `The minimum order is ${formatCount(getOrderableBounds(terms)?.min ?? 0)}.`,
  above_maximum: ({ maxOrderQuantity }) => `The maximum order is ${formatCount(maxOrderQuantity ?? 0)}.`,
  above_stock: ({ available }) => `${countLeft(available)}.`,
  part_of_pack: ({ packMultiple }) => `It is sold in packs of ${formatCount(packMultiple)}.`,
  not_payable: (terms) =>
    getOrderableBounds(terms)
      ? 'This total cannot be charged to a card.'
      : 'No quantity of it can be paid for by card.',
};

/** Why a quantity cannot be ordered under these terms, as one sentence. */
export function explainProblem(terms: OrderTerms, problem: QuantityProblem): string {
  return SENTENCES[problem](terms);
}
