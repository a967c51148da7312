/** The states of a stock alert. Only a `confirmed` one gets its mail and is then `sent`. `ended`: by its owner. */
export const ALERT_STATES = ['pending', 'confirmed', 'sent', 'ended'] as const;

/** How many tools an address may wait for. Alerts sent to it within a day count, too. */
export const MAX_ALERTS_PER_ADDRESS = 50;

/** People who wait for a tool are counted up to this number. */
export const MAX_COUNTED = 99;
