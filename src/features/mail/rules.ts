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
