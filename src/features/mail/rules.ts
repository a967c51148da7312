/** What the shop writes letters about. */
export const MAIL_KINDS = [
  'order_placed',
  'order_paid',
  'order_shipped',
  'order_expired',
  'payment_failed',
  'payment_refunded',
  'confirm_email',
  'reset_password',
  'account_exists',
  'quote_received',
  'contact_received',
  'newsletter_confirm',
  'newsletter_welcome',
] as const;

export type MailKind = (typeof MAIL_KINDS)[number];

/**
 * What becomes of a mail. `waiting`: it is sent as soon as it is due. `stored`: no mail server was configured, it is there
 * to be read, and never sent unless an admin says so. `failed`: it was given up.
 */
export const MAIL_STATES = ['waiting', 'sent', 'stored', 'failed'] as const;

export type MailState = (typeof MAIL_STATES)[number];

/** For how many hours the link is good that a letter is about; who makes the link ends it then. */
const LINK_TTL_HOURS: Partial<Record<MailKind, number>> = {
  confirm_email: 24,
  reset_password: 1,
  newsletter_confirm: 168,
};

/** When the link ends that a letter of this kind is about, in ms; never, where it is about none. */
export function linkExpiresAt(kind: MailKind, createdAt: Date): number {
  return createdAt.getTime() + (LINK_TTL_HOURS[kind] ?? Number.POSITIVE_INFINITY) * 3_600_000;
}

/** The kinds of letters about a link, and for how many hours it is good. */
export const EXPIRING_LINKS = Object.entries(LINK_TTL_HOURS) as [MailKind, number][];
