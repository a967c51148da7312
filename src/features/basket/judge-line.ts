import { centsToDecimal, centsToNumber } from '#src/shared/money.ts';
import { explainRefusal } from '#src/shared/quantity-copy.ts';
import {
  getOrderableBounds,
  getUnitPriceCents,
  isOrderable,
  listOffers,
  type OrderTerms,
} from '#src/shared/quantity-solver.ts';
import { getSmallestOrder } from '#src/shared/smallest-order.ts';
import type { BasketLine, LineProblem } from './contract.ts';

/** What a quantity of a tool costs now, why it cannot be ordered, and what can be instead. */
export type Judgment = Pick<BasketLine, 'unitPrice' | 'total' | 'problem' | 'detail' | 'offers'>;

/** Judges a line as its tool is now. The server's answer counts; the browser shows its own until that has come. */
export function judgeLine(terms: OrderTerms, state: BasketLine['state'], quantity: number): Judgment {
  const unitPriceCents = getUnitPriceCents(terms, quantity);
  const unitPrice = centsToNumber(unitPriceCents);
  if (state !== 'on_sale') return { unitPrice, total: null, problem: 'not_for_sale', detail: NOT_FOR_SALE, offers: [] };
  const orderable = isOrderable(terms, quantity);
  return {
    unitPrice,
    total: orderable ? centsToDecimal(quantity * unitPriceCents) : null,
    problem: orderable ? null : getProblem(terms, quantity),
    detail: orderable ? null : explainRefusal(terms, quantity),
    offers: listOffers(terms, quantity).map((offer) => ({
      quantity: offer.quantity,
      unitPrice: centsToNumber(offer.unitPriceCents),
      total: centsToDecimal(offer.totalCents),
      why: offer.reason,
    })),
  };
}

const NOT_FOR_SALE = 'This tool is no longer sold.';

/** In the order in which `explainRefusal` gives its reasons. */
function getProblem(terms: OrderTerms, quantity: number): LineProblem {
  const { available, maxOrderQuantity, packMultiple } = terms;
  const bounds = getOrderableBounds(terms);
  if (!bounds) return available < getSmallestOrder(terms) ? 'sold_out' : 'not_payable';
  if (quantity < bounds.min) return 'below_minimum';
  if (maxOrderQuantity !== null && quantity > maxOrderQuantity) return 'above_maximum';
  if (quantity > available) return 'above_stock';
  return quantity % packMultiple === 0 ? 'not_payable' : 'part_of_pack';
}
