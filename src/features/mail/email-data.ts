import { type MailKind, SECRET_LINKS } from './rules.ts';

/** What an email says about its order. */
export interface EmailOrder {
  id: string;
  /** Null: nobody has proven the address, so the email greets without words that its sender made up. */
  name: string | null;
  itemName: string;
  quantity: number;
  totalCents: number;
}

/** A link that only the recipient may use. Null once the mail was sent: the outbox shows the mail without it. */
type SecretLink = string | null;

/**
 * The data of each kind of email. Its wording is in `templates/`. Anybody can enter anybody's address into a public form.
 * So the emails of these forms hold nothing of the input, not even a name: the shop carries nobody's words to a stranger.
 */
export interface EmailData {
  order_placed: { order: EmailOrder; holdHours: number };
  order_paid: { order: EmailOrder; transactionId: string };
  order_shipped: { order: EmailOrder };
  order_expired: { order: EmailOrder };
  payment_failed: { order: EmailOrder };
  /** `amountCents`: what was refunded at the provider. Absent: the full refund of a payment that came too late. */
  payment_refunded: { order: EmailOrder; amountCents?: number };
  confirm_email: { url: SecretLink };
  reset_password: { url: SecretLink };
  account_exists: Record<string, never>;
  quote_received: Record<string, never>;
  contact_received: Record<string, never>;
  newsletter_confirm: { confirmUrl: SecretLink; leaveUrl: SecretLink };
  newsletter_welcome: { leaveUrl: SecretLink };
}

/** An email with its kind and data, before it is rendered. */
export type Email = { [K in MailKind]: { kind: K; data: EmailData[K] } }[MailKind];

/** The part of an order that goes into the outbox. */
export function toEmailOrder({ id, name, itemName, quantity, totalCents }: EmailOrder): EmailOrder {
  return { id, name, itemName, quantity, totalCents };
}

/** An email's data without the links that only its recipient may use. */
export function withoutSecretLinks(data: object): object {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, SECRET_LINKS.includes(name) ? null : value]),
  );
}

/** Whether an email's data still holds a link that only its recipient may use. */
export function hasSecretLinks(data: object): boolean {
  return Object.entries(data).some(([name, value]) => SECRET_LINKS.includes(name) && value !== null);
}
