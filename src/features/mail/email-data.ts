import type { NoticeKind } from '#src/shared/notice-kinds.ts';
import { type MailKind, SECRET_LINKS } from './rules.ts';

/** A line of a purchase in an email. */
export interface EmailLine {
  itemName: string;
  toolId: string;
  quantity: number;
  totalCents: number;
}

/** What an email says about a purchase. */
export interface EmailOrder {
  id: string;
  /** Absent in emails of earlier versions. */
  number?: string;
  /** Null: nobody has proven the address, so the email greets without words that its sender made up. */
  name: string | null;
  // Of its first line.
  itemName: string;
  /** Absent in emails of earlier versions. */
  toolId?: string;
  quantity: number;
  totalCents: number;
  /** Present where there are several. */
  lines?: EmailLine[];
}

/** An event of a purchase that the shop is told of. Nothing in it was typed by a stranger. */
export interface EmailNotice {
  kind: NoticeKind;
  number: string;
  /** Of the dispute or the refund where it is about one, else the total. */
  amountCents: number;
  items: string;
  lacksAddress?: true;
  /** Until when a dispute can be answered, where the provider says so. */
  answerBy?: string;
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
  /** `lacksAddress`: nobody has said yet where to send it. */
  order_paid: { order: EmailOrder; transactionId: string; lacksAddress?: boolean };
  /** `order` has the pieces that left. What is absent was not known, or is of an earlier version. */
  order_shipped: {
    order: EmailOrder;
    carrier?: string;
    tracking?: string;
    trackingUrl?: string;
    /** What has not left yet. */
    toCome?: { itemName: string; quantity: number }[];
    /** Its buyer had asked to cancel it. */
    askedToCancel?: boolean;
  };
  /** `order` has the pieces that did not leave after all. */
  shipment_corrected: { order: EmailOrder; reason: string };
  order_expired: { order: EmailOrder };
  payment_failed: { order: EmailOrder };
  /** By the shop, while it was unpaid. */
  order_canceled: { order: EmailOrder; reason: string };
  /** The shop ships what the buyer wanted to cancel. */
  cancel_declined: { order: EmailOrder; reason: string };
  /**
   * `amountCents`: what was refunded at the provider. Absent: the full refund of a payment that came too late. The rest is of
   * refunds that the shop decided: why, for which pieces, and whether nothing of the order is left.
   */
  payment_refunded: {
    order: EmailOrder;
    amountCents?: number;
    reason?: string;
    pieces?: { itemName: string; quantity: number; amountCents: number }[];
    canceled?: boolean;
  };
  /** The bank rejected a refund that the buyer had been told of. `reopened`: it had canceled the order. */
  refund_failed: { order: EmailOrder; amountCents: number; reopened?: boolean };
  confirm_email: { url: SecretLink };
  reset_password: { url: SecretLink };
  account_exists: Record<string, never>;
  quote_received: Record<string, never>;
  contact_received: Record<string, never>;
  /** To the shop itself. */
  enquiry_notice: { kind: 'quote' | 'message' };
  /** To the shop: some of the events since the last such mail, and how many there are of each kind. */
  shop_notice: { notices: EmailNotice[]; counts: Partial<Record<NoticeKind, number>> };
  /** To the shop: how many tools have become short, and some of them. */
  stock_notice: {
    out: number;
    low: number;
    tools: { id: string; itemName: string; state: 'out' | 'low'; available: number }[];
  };
  newsletter_confirm: { confirmUrl: SecretLink; leaveUrl: SecretLink };
  newsletter_welcome: { leaveUrl: SecretLink };
  stock_alert_confirm: { itemName: string; confirmUrl: SecretLink; leaveUrl: SecretLink };
  stock_alert: { itemName: string; slug: string; leaveUrl: SecretLink };
}

/** An email with its kind and data, before it is rendered. */
export type Email = { [K in MailKind]: { kind: K; data: EmailData[K] } }[MailKind];

/** The part of a purchase that goes into the outbox. There must be a line. */
export function toEmailOrder(
  { id, number, name, totalCents }: Omit<EmailOrder, keyof EmailLine | 'lines'> & { totalCents: number },
  lines: readonly EmailLine[],
): EmailOrder {
  const [first] = lines;
  if (!first) throw new Error('a purchase has a line');
  const { itemName, toolId, quantity } = first;
  return {
    id,
    ...(number ? { number } : {}),
    name,
    itemName,
    toolId,
    quantity,
    totalCents,
    ...(lines.length > 1
      ? {
          lines: lines.map((line) => ({
            itemName: line.itemName,
            toolId: line.toolId,
            quantity: line.quantity,
            totalCents: line.totalCents,
          })),
        }
      : {}),
  };
}

/** What a purchase is of, in a few words: `10 × Claw hammer`, or `3 tools`. */
export function nameItems({ quantity, itemName, lines }: EmailOrder): string {
  return lines ? `${lines.length} tools` : `${quantity} × ${itemName}`;
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
