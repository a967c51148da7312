import { getStockState } from './stock-state.ts';

/** In days. A tool's pace is measured over this time, or over the tool's whole life if that is shorter. */
export const PACE_DAYS = 30;
/** In days. The pace over a shorter time says nothing yet. */
export const MIN_PACE_DAYS = 7;
/** In days. A stock that lasts for less is running out. */
export const SHORT_COVER_DAYS = 14;
/** In days. Longer covers count as this one. */
export const MAX_COVER_DAYS = 999;

/** How fast a tool is sold. */
export interface Pace {
  /** Pieces of paid orders in `paceDays`. Refunded orders do not count. */
  sold: number;
  paceDays: number;
}

/**
 * For how many whole days a stock lasts at a pace. A stock below the minimum order can't be sold and lasts for none.
 */
export function getCoverDays(stock: Parameters<typeof getStockState>[0], { sold, paceDays }: Pace): number {
  if (getStockState(stock) === 'out') return 0;
  return Math.min(MAX_COVER_DAYS, Math.floor((stock.quantity * paceDays) / sold));
}
