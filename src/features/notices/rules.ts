/** The shortest time between two mails about events: a thousand paid orders are a few mails. */
export const NOTICE_INTERVAL = '5 minutes';

/** The shortest time between two mails about stock. */
export const STOCK_NOTICE_INTERVAL = '1 day';

/** The most things that a mail lists. It counts the others and links to their list. */
export const MAX_MAIL_ITEMS = 20;

/** The most events in one mail. */
export const MAX_REPORTED = 5_000;

/** For how long the same event is not reported again. */
export const NOTICE_RETENTION = '90 days';
