/** The kinds of emails. Their wording is in `templates/`. */
export const MAIL_KINDS = [
  'order_placed',
  'order_paid',
  'order_shipped',
  'shipment_corrected',
  'order_expired',
  'order_canceled',
  'cancel_declined',
  'payment_failed',
  'payment_refunded',
  'refund_failed',
  'confirm_email',
  'reset_password',
  'account_exists',
  'quote_received',
  'contact_received',
  'enquiry_notice',
  'shop_notice',
  'stock_notice',
  'newsletter_confirm',
  'newsletter_welcome',
  'stock_alert_confirm',
  'stock_alert',
] as const;

export type MailKind = (typeof MAIL_KINDS)[number];

/**
 * The states of a mail. `waiting`: sent as soon as it is due. `stored`: written without a configured mail server, and
 * sent only when an admin asks for it. `failed`: given up.
 */
export const MAIL_STATES = ['waiting', 'sent', 'stored', 'failed'] as const;

export type MailState = (typeof MAIL_STATES)[number];

/** The lifetime of each link in an email, in hours. It repeats the lifetime of the token behind the link. */
const LINK_TTL_HOURS: Partial<Record<MailKind, number>> = {
  confirm_email: 24,
  reset_password: 1,
  newsletter_confirm: 168,
  stock_alert_confirm: 168,
};

/** When the link in a mail of this kind expires, in ms since 1970. Infinity without a link. */
export function linkExpiresAt(kind: MailKind, createdAt: Date): number {
  return createdAt.getTime() + (LINK_TTL_HOURS[kind] ?? Number.POSITIVE_INFINITY) * 3_600_000;
}

/** The kinds of emails with an expiring link, and its lifetime in hours. */
export const EXPIRING_LINKS = Object.entries(LINK_TTL_HOURS) as [MailKind, number][];

/** The parts of an email's data that are links for its recipient alone. */
export const SECRET_LINKS: readonly string[] = ['url', 'confirmUrl', 'leaveUrl'];
