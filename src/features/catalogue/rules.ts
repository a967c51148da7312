import { formatMoney } from '#src/shared/money.ts';
import type { OrderTerms, VolumePrice } from '#src/shared/quantity-solver.ts';

/** The stock of a tool: enough, few left, or less than the minimum order. */
export const STOCK_STATES = ['available', 'low', 'out'] as const;

export type StockState = (typeof STOCK_STATES)[number];

/** A tool with stock for fewer minimum orders than these is low. */
export const LOW_STOCK_ORDERS = 5;

/** The stock state of a tool. A list filtered by `available` contains the low ones too, since they can be ordered. */
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

/** The minimum order in whole packs. */
export function getSmallestOrder({
  minOrderQuantity,
  packMultiple,
}: {
  minOrderQuantity: number;
  packMultiple: number;
}): number {
  return Math.ceil(minOrderQuantity / packMultiple) * packMultiple;
}

/** A draft is seen by admins alone. An archived tool is neither sold nor listed, and keeps its page. */
export const TOOL_STATES = ['draft', 'on_sale', 'archived'] as const;

export type ToolState = (typeof TOOL_STATES)[number];

/** A million rows of them would make each tool slow to read. */
export const MAX_VOLUME_PRICES = 12;

/** What is checked together: the terms of an order, apart from the stock. */
export type ToolTerms = Omit<OrderTerms, 'available'>;

/**
 * What is wrong with terms that are right one by one: field → a sentence that says what to do. Null where nothing is.
 * Prices beyond the first must be lower, since `balance` is the highest that anybody pays.
 */
export function checkTerms(terms: ToolTerms): Record<string, string> | null {
  const { packMultiple, maxOrderQuantity, volumePrices } = terms;
  const smallest = getSmallestOrder(terms);
  const errors: Record<string, string> = {};
  if (maxOrderQuantity !== null) {
    if (maxOrderQuantity < smallest) {
      errors.maxOrderQuantity = `Please enter at least ${smallest}, the minimum order, or leave it empty.`;
    } else if (maxOrderQuantity % packMultiple !== 0) {
      const below = maxOrderQuantity - (maxOrderQuantity % packMultiple);
      errors.maxOrderQuantity = `Please enter a multiple of the pack of ${packMultiple}, such as ${below} or ${below + packMultiple}.`;
    }
  }
  let previous: VolumePrice = { quantity: smallest, unitPriceCents: terms.unitPriceCents };
  for (const [at, price] of volumePrices.entries()) {
    if (price.quantity <= previous.quantity)
      errors[`volumePrices.${at}.quantity`] = `Please enter more than ${previous.quantity}, the quantity before it.`;
    else if (maxOrderQuantity !== null && price.quantity > maxOrderQuantity)
      errors[`volumePrices.${at}.quantity`] = `Nobody can order more than ${maxOrderQuantity}. Please enter less.`;
    if (price.unitPriceCents >= previous.unitPriceCents)
      errors[`volumePrices.${at}.unitPrice`] =
        `Please enter less than ${formatMoney(previous.unitPriceCents)}, the price before it.`;
    previous = price;
  }
  return Object.keys(errors).length > 0 ? errors : null;
}

/** Why pieces were added or taken. `initial` is the stock that a tool was added with. */
export const STOCK_REASONS = ['initial', 'received', 'correction', 'count', 'damaged'] as const;

export type StockReason = (typeof STOCK_REASONS)[number];

/** The reasons that an admin may give. */
export const ADJUSTMENT_REASONS = ['received', 'damaged', 'count', 'correction'] as const satisfies StockReason[];

export type AdjustmentReason = (typeof ADJUSTMENT_REASONS)[number];

/** The change of the free stock that somebody means who enters so many pieces for this reason. */
export function toDelta(reason: AdjustmentReason, pieces: number, available: number): number {
  if (reason === 'count') return pieces - available;
  return reason === 'damaged' ? -Math.abs(pieces) : pieces;
}
