/** The newsletter goes to `confirmed` subscribers only. */
export const SUBSCRIBER_STATES = ['pending', 'confirmed', 'left'] as const;
