/** A tool without a reorder level of its own is reported with fewer minimum orders than this, unless a setting differs. */
export const DEFAULT_REORDER_ORDERS = 3;

/** The most minimum orders that the setting can name. */
export const MAX_REORDER_ORDERS = 100;
