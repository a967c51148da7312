import { type MailKind, SECRET_LINKS } from './rules.ts';

/** What an email says about its order. */
export interface EmailOrder {
  id: string;
  /** Null: nobody has proven the address, so the email greets without words that its sender made up. */
  name: string | null;
  itemName: string;
  /** Absent in emails of earlier versions. */
  toolId?: string;
  quantity: number;
  totalCents: number;
}

/** Stands in the outbox in place of a link that the reader must not see. */
export const HIDDEN_LINK = 'hidden';

/**
 * A link that only the recipient may use. Null once the mail was sent: the outbox shows the mail without it. Before that,
 * `HIDDEN_LINK` for readers who must not have it.
 */
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
  /** To the shop itself. */
  enquiry_notice: { kind: 'quote' | 'message' };
  newsletter_confirm: { confirmUrl: SecretLink; leaveUrl: SecretLink };
  newsletter_welcome: { leaveUrl: SecretLink };
  stock_alert_confirm: { itemName: string; confirmUrl: SecretLink; leaveUrl: SecretLink };
  stock_alert: { itemName: string; slug: string; leaveUrl: SecretLink };
}

/** An email with its kind and data, before it is rendered. */
export type Email = { [K in MailKind]: { kind: K; data: EmailData[K] } }[MailKind];

/** The part of an order that goes into the outbox. */
export function toEmailOrder({ id, name, itemName, toolId, quantity, totalCents }: Required<EmailOrder>): EmailOrder {
  return { id, name, itemName, toolId, quantity, totalCents };
}

/** Kinds of mails from before templates whose text may hold a secret link. */
const SECRET_KINDS: readonly MailKind[] = [
  'confirm_email',
  'reset_password',
  'newsletter_confirm',
  'newsletter_welcome',
];

interface MailContent {
  kind: MailKind;
  data: object | null;
  text: string | null;
}

/** An email's data without the links that only its recipient may use. */
export function withoutSecretLinks(data: object): object {
  return replaceSecretLinks(data, null);
}

/** Whether a mail still holds a link that only its recipient may use. */
export function hasSecretLinks({ kind, data, text }: MailContent): boolean {
  if (!data) return SECRET_KINDS.includes(kind) && /https?:\/\//.test(text ?? '');
  return Object.entries(data).some(([name, value]) => SECRET_LINKS.includes(name) && value !== null);
}

/** The mail as somebody may read it who must not have its links. */
export function hideSecretLinks<T extends MailContent>(mail: T): T {
  if (!hasSecretLinks(mail)) return mail;
  const { data, text } = mail;
  return {
    ...mail,
    data: data && replaceSecretLinks(data, HIDDEN_LINK),
    text: data ? text : (text?.replaceAll(/https?:\/\/\S+/g, '[link hidden]') ?? null),
  };
}

function replaceSecretLinks(data: object, link: null | typeof HIDDEN_LINK): object {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, SECRET_LINKS.includes(name) ? value && link : value]),
  );
}
