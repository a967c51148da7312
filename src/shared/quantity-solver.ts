import { getShopCurrency } from './money.ts';
import { getSmallestOrder } from './smallest-order.ts';

/** From this quantity on, a piece costs this much. */
export interface VolumePrice {
  quantity: number;
  unitPriceMinor: number;
}

/** The limits of an order of a tool, and what a piece costs in it. */
export interface OrderTerms {
  minOrderQuantity: number;
  /** Order quantities are multiples of it; 1 if pieces are sold singly. */
  packMultiple: number;
  /** Null if only the stock limits an order. */
  maxOrderQuantity: number | null;
  available: number;
  /** The unit price below the first volume price. */
  unitPriceMinor: number;
  /** In ascending order of quantity, each cheaper than the one before. */
  volumePrices: readonly VolumePrice[];
}

export type OfferReason = 'nearest_below' | 'nearest_above' | 'lower_unit_price';

export interface QuantityOffer {
  quantity: number;
  unitPriceMinor: number;
  totalMinor: number;
  reason: OfferReason;
}

/** The unit price in minor units that applies to a quantity. */
export function getUnitPriceMinor(
  { unitPriceMinor, volumePrices }: Pick<OrderTerms, 'unitPriceMinor' | 'volumePrices'>,
  quantity: number,
): number {
  return volumePrices.findLast((price) => price.quantity <= quantity)?.unitPriceMinor ?? unitPriceMinor;
}

/** What a quantity costs, whether or not it can be ordered. */
export function priceQuantity(
  terms: Pick<OrderTerms, 'unitPriceMinor' | 'volumePrices'>,
  quantity: number,
): { unitPriceMinor: number; totalMinor: number } {
  const unitPriceMinor = getUnitPriceMinor(terms, quantity);
  return { unitPriceMinor, totalMinor: quantity * unitPriceMinor };
}

/**
 * What lines cost together, in minor units. Lines that can't be ordered are null. A sum beyond the safe integers would not be
 * exact, and stays just as unpayable as the largest of these.
 */
export function sumTotals(totalsMinor: readonly (number | null)[]): number {
  const sum = totalsMinor.reduce<number>((total, minor) => total + (minor ?? 0), 0);
  return Math.min(sum, Number.MAX_SAFE_INTEGER);
}

/** Why a quantity cannot be ordered. `not_payable`: its total is outside the limits of a card payment. */
export type QuantityProblem =
  | 'sold_out'
  | 'below_minimum'
  | 'above_maximum'
  | 'above_stock'
  | 'part_of_pack'
  | 'not_payable';

export interface QuantityJudgment {
  unitPriceMinor: number;
  totalMinor: number;
  problem: QuantityProblem | null;
}

/** What a quantity costs and whether it can be ordered. All code that needs this uses it. */
export function judgeQuantity(terms: OrderTerms, quantity: number): QuantityJudgment {
  return {
    ...priceQuantity(terms, quantity),
    problem: isOrderable(terms, quantity) ? null : findProblem(terms, quantity),
  };
}

function findProblem(terms: OrderTerms, quantity: number): QuantityProblem {
  const { available, maxOrderQuantity, packMultiple } = terms;
  const bounds = getOrderableBounds(terms);
  if (!bounds) return available < getSmallestOrder(terms) ? 'sold_out' : 'not_payable';
  if (quantity < bounds.min) return 'below_minimum';
  if (maxOrderQuantity !== null && quantity > maxOrderQuantity) return 'above_maximum';
  if (quantity > available) return 'above_stock';
  return quantity % packMultiple === 0 ? 'not_payable' : 'part_of_pack';
}

/** Quantities of one unit price that can be ordered: all multiples of the pack from `low` to `high`. */
interface Span {
  low: number;
  high: number;
}

/** The quantities that can be ordered, in ascending order. Respects the limits of a card payment, too. */
function listSpans(terms: OrderTerms): Span[] {
  const { packMultiple, minOrderQuantity, maxOrderQuantity, available, unitPriceMinor, volumePrices } = terms;
  const max = Math.min(available, maxOrderQuantity ?? Number.POSITIVE_INFINITY);
  const { minMinor, maxMinor } = getShopCurrency();
  const steps = [{ quantity: 1, unitPriceMinor }, ...volumePrices];
  return steps.flatMap((step, at) => {
    const next = steps[at + 1]?.quantity ?? Number.POSITIVE_INFINITY;
    const from = Math.max(minOrderQuantity, step.quantity, Math.ceil(minMinor / step.unitPriceMinor));
    const to = Math.min(max, next - 1, Math.floor(maxMinor / step.unitPriceMinor));
    const low = roundUp(from, packMultiple);
    const high = roundDown(to, packMultiple);
    return low <= high ? [{ low, high }] : [];
  });
}

/** The smallest and the largest quantity that can be ordered; null if there is none. */
export function getOrderableBounds(terms: OrderTerms): { min: number; max: number } | null {
  const spans = listSpans(terms);
  const [first, last] = [spans[0], spans.at(-1)];
  return first && last ? { min: first.low, max: last.high } : null;
}

function isOrderable(terms: OrderTerms, quantity: number): boolean {
  return (
    Number.isSafeInteger(quantity) &&
    quantity % terms.packMultiple === 0 &&
    listSpans(terms).some((span) => isWithin(span, quantity))
  );
}

/**
 * What to order instead: if this quantity cannot be ordered, the nearest below and above; otherwise the nearest that
 * lowers the unit price. All offers can be ordered.
 */
export function listOffers(terms: OrderTerms, quantity: number): QuantityOffer[] {
  const spans = listSpans(terms);
  const toOffer = (offered: number, reason: OfferReason): QuantityOffer => ({
    quantity: offered,
    ...priceQuantity(terms, offered),
    reason,
  });
  if (isOrderable(terms, quantity)) {
    const cheaper = spans.find(
      ({ low }) => low > quantity && getUnitPriceMinor(terms, low) < getUnitPriceMinor(terms, quantity),
    );
    return cheaper ? [toOffer(cheaper.low, 'lower_unit_price')] : [];
  }
  const below = spans.findLast(({ low }) => low <= quantity);
  const above = spans.find(({ high }) => high >= quantity);
  const offers: QuantityOffer[] = [];
  if (below) offers.push(toOffer(Math.min(below.high, roundDown(quantity, terms.packMultiple)), 'nearest_below'));
  if (above) offers.push(toOffer(Math.max(above.low, roundUp(quantity, terms.packMultiple)), 'nearest_above'));
  return offers;
}

/** The next quantity of a stepper: one pack more or less, and on to a quantity that can be ordered. */
export function stepQuantity(terms: OrderTerms, quantity: number | null, direction: 1 | -1): number | null {
  const bounds = getOrderableBounds(terms);
  if (!bounds) return null;
  if (quantity === null) return bounds.min;
  const next = quantity + direction;
  if (isOrderable(terms, next)) return next;
  const wanted = direction === 1 ? 'nearest_above' : 'nearest_below';
  return listOffers(terms, next).find(({ reason }) => reason === wanted)?.quantity ?? null;
}

const isWithin = ({ low, high }: Span, quantity: number) => quantity >= low && quantity <= high;
const roundUp = (quantity: number, multiple: number) => Math.ceil(quantity / multiple) * multiple;
const roundDown = (quantity: number, multiple: number) => Math.floor(quantity / multiple) * multiple;
