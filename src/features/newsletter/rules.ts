/** Only a confirmed address is written to. */
export const SUBSCRIBER_STATES = ['pending', 'confirmed', 'left'] as const;
