import { toOrderTerms, type WireTerms } from '#src/shared/order-terms.ts';
import { getOrderableBounds, type OrderTerms } from '#src/shared/quantity-solver.ts';
import { getSmallestOrder } from '#src/shared/smallest-order.ts';

/** The smallest quantity of a tool that can be ordered now. If none can, the smallest one with unlimited stock. */
export function getSmallestQuantity(tool: WireTerms): number {
  return getSmallestOf(toOrderTerms(tool));
}

/** The same whatever the stock is, for pages that orders do not invalidate. */
export function getSmallestOfTerms(terms: Omit<OrderTerms, 'available'>): number {
  return getSmallestOf({ ...terms, available: Number.MAX_SAFE_INTEGER });
}

function getSmallestOf(terms: OrderTerms): number {
  return getOrderableBounds(terms)?.min ?? getSmallestOrder(terms);
}
