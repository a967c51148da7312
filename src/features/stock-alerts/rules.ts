/** The states of a stock alert. Only a `confirmed` one gets its mail, and is `sent` then. `ended`: by its owner. */
export const ALERT_STATES = ['pending', 'confirmed', 'sent', 'ended'] as const;

/** So many tools may one address wait for, those that it was written about within a day included. */
export const MAX_ALERTS_PER_ADDRESS = 50;

/** Of those who wait for a tool, no more are counted. */
export const MAX_COUNTED = 99;
