import { getSmallestOrder } from '#src/shared/smallest-order.ts';

/** The state of a tool's stock: enough, few left, or less than the minimum order. */
export const STOCK_STATES = ['available', 'low', 'out'] as const;

export type StockState = (typeof STOCK_STATES)[number];

/** A stock for fewer minimum orders than this is low. */
export const LOW_STOCK_ORDERS = 3;

/** The stock state of a tool. A list filtered by `available` contains low ones, too, since they can be ordered. */
export function getStockState({
  quantity,
  minOrderQuantity,
  packMultiple,
}: {
  quantity: number;
  minOrderQuantity: number;
  packMultiple: number;
}): StockState {
  const smallest = getSmallestOrder({ minOrderQuantity, packMultiple });
  if (quantity < smallest) return 'out';
  return quantity < LOW_STOCK_ORDERS * smallest ? 'low' : 'available';
}
