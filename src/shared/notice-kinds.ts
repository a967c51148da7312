/** The events of purchases that the shop itself is notified of, most urgent first. */
export const NOTICE_KINDS = ['dispute', 'refund_failed', 'cancel_request', 'paid'] as const;

export type NoticeKind = (typeof NOTICE_KINDS)[number];
