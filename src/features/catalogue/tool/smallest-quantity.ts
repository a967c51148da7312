import { toOrderTerms, type WireTerms } from '#src/shared/order-terms.ts';
import { getOrderableBounds, type OrderTerms } from '#src/shared/quantity-solver.ts';
import { getSmallestOrder } from '#src/shared/smallest-order.ts';

/** The smallest quantity of a tool that can be ordered now. Where none can, the smallest that could be. */
export function getSmallestQuantity(tool: WireTerms): number {
  return getSmallestOf(toOrderTerms(tool));
}

/** The same whatever the stock is, for pages that orders leave as they are. */
export function getSmallestOfTerms(terms: Omit<OrderTerms, 'available'>): number {
  return getSmallestOf({ ...terms, available: Number.MAX_SAFE_INTEGER });
}

function getSmallestOf(terms: OrderTerms): number {
  return getOrderableBounds(terms)?.min ?? getSmallestOrder(terms);
}
