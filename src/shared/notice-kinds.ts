/** What the shop itself is notified of, most urgent first: events of purchases, then reviews. */
export const NOTICE_KINDS = ['dispute', 'refund_failed', 'cancel_request', 'paid', 'review'] as const;

export type NoticeKind = (typeof NOTICE_KINDS)[number];
