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
 * What becomes of a mail. `waiting`: it is sent as soon as it is due. `kept`: no mail server was configured, it is there
 * to be read, and never sent unless an admin says so. `dead`: it was given up.
 */
export const MAIL_STATES = ['waiting', 'sent', 'kept', 'dead'] as const;

export type MailState = (typeof MAIL_STATES)[number];
