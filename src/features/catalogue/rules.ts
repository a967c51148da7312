/** How a tool stands on the shelf: enough of it, few left, or fewer than can be ordered at once. */
export const STOCK_STATES = ['available', 'low', 'out'] as const;

export type StockState = (typeof STOCK_STATES)[number];

/** With less than so many smallest orders left, a tool is low. */
export const LOW_STOCK_ORDERS = 5;

/** Where a tool stands. A list narrowed to `available` holds the low ones too: they can be ordered. */
export function getStockState({
  quantity,
  minOrderQuantity,
}: {
  quantity: number;
  minOrderQuantity: number;
}): StockState {
  if (quantity < minOrderQuantity) return 'out';
  return quantity < LOW_STOCK_ORDERS * minOrderQuantity ? 'low' : 'available';
}
