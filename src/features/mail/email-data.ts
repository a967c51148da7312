import { formatMoney } from '#src/shared/money.ts';
import type { MailKind } from './rules.ts';

/** What a letter says of an order. */
export interface OrderSummary {
  id: string;
  name: string;
  itemName: string;
  quantity: number;
  totalCents: number;
}

/** A link that only its recipient may use. Null once it has been sent: the outbox then shows the letter without it. */
type SecretLink = string | null;

/**
 * What each letter is made of; its words are in `templates/`. Anybody may type anybody's address into the forms that lead
 * to letters that are not about an order: these hold nothing of what was typed, no name either, so that nobody can have
 * the shop carry their words to a stranger.
 */
export interface EmailData {
  order_placed: { order: OrderSummary; holdHours: number };
  order_paid: { order: OrderSummary; transactionId: string };
  order_shipped: { order: OrderSummary };
  order_expired: { order: OrderSummary };
  payment_failed: { order: OrderSummary };
  /** `amountCents`: what somebody of the shop gave back; without it, a payment that came too late, in full. */
  payment_refunded: { order: OrderSummary; amountCents?: number };
  confirm_email: { url: SecretLink };
  reset_password: { url: SecretLink };
  account_exists: Record<string, never>;
  quote_received: Record<string, never>;
  contact_received: Record<string, never>;
  newsletter_confirm: { confirmUrl: SecretLink; leaveUrl: SecretLink };
  newsletter_welcome: { leaveUrl: SecretLink };
}

/** A letter to be written. */
export type Email = { [K in MailKind]: { kind: K; data: EmailData[K] } }[MailKind];

const SUBJECTS: { [K in MailKind]: (data: EmailData[K]) => string } = {
  order_placed: ({ order }) => `We keep ${order.quantity} × ${order.itemName} for you`,
  order_paid: ({ order }) => `Paid: ${order.quantity} × ${order.itemName}`,
  order_shipped: ({ order }) => `Shipped: ${order.quantity} × ${order.itemName}`,
  order_expired: ({ order }) => `Your order of ${order.itemName} has expired`,
  payment_failed: ({ order }) => `Your payment for ${order.itemName} did not go through`,
  payment_refunded: ({ order, amountCents }) =>
    `Refunded: ${amountCents === undefined ? 'your payment' : formatMoney(amountCents)} for ${order.itemName}`,
  confirm_email: () => 'Please confirm your e-mail address',
  reset_password: () => 'Choose a new password for Ironmonger',
  account_exists: () => 'You have an account at Ironmonger already',
  quote_received: () => 'We have received your request for a quote',
  contact_received: () => 'We have received your message',
  newsletter_confirm: () => 'Please confirm: the Ironmonger newsletter',
  newsletter_welcome: () => 'You will get the Ironmonger newsletter',
};

const MAX_SUBJECT_LENGTH = 200;

/** A letter's subject: one line, whatever a tool is called, since it becomes a header. */
export function getSubject({ kind, data }: Email): string {
  const subject = (SUBJECTS[kind] as (data: Email['data']) => string)(data);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: taking them out is the point
  const line = subject.replaceAll(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim();
  // Cut between characters: half of a surrogate pair is none.
  return line.length <= MAX_SUBJECT_LENGTH
    ? line
    : `${[...line.slice(0, MAX_SUBJECT_LENGTH - 2)].slice(0, -1).join('')}…`;
}

/** Of an order, what its letters say; nothing else of it is written into the outbox. */
export function toOrderSummary({ id, name, itemName, quantity, totalCents }: OrderSummary): OrderSummary {
  return { id, name, itemName, quantity, totalCents };
}

const SECRET_LINKS = ['url', 'confirmUrl', 'leaveUrl'];

/** A letter's data without the links that only its recipient may use. */
export function withoutSecretLinks(data: object): object {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, SECRET_LINKS.includes(name) ? null : value]),
  );
}

/** Whether a letter's data still holds a link that only its recipient may use. */
export function hasSecretLinks(data: object): boolean {
  return Object.entries(data).some(([name, value]) => SECRET_LINKS.includes(name) && value !== null);
}
