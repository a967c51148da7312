/** A mail about events is followed by the next after this at the earliest: a thousand paid orders are a few mails. */
export const NOTICE_INTERVAL = '5 minutes';

/** A mail about stock is followed by the next after this at the earliest. */
export const STOCK_NOTICE_INTERVAL = '1 day';

/** So many things a mail lists. It counts the others and links to their list. */
export const MAX_LISTED = 20;

/** So many events are taken into one mail. */
export const MAX_REPORTED = 5_000;

/** The same event is not told again for so long. */
export const NOTICE_RETENTION = '90 days';
