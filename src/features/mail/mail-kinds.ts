import { formatMoney } from '#src/shared/money.ts';
import type { ShortTools } from '#src/shared/short-tools.ts';
import { type EmailPurchase, type EmailTax, nameOrder, nameOrderItems, nameRefund } from './email-purchase.ts';
import { type EmailNotices, nameNotices, nameShortTools } from './templates/notice-subjects.ts';

/**
 * A link that only the recipient may use. Null once the mail was sent: the outbox shows the mail without it. Before
 * that, readers who must not see it get `HIDDEN_LINK`.
 */
type SecretLink = string | null;

/** The parts of an email's data that are secret links. Nothing else in it is null. */
type SecretLinkOf<Data> = { [K in keyof Data]-?: null extends Data[K] ? K : never }[keyof Data];

/** A kind of email. Its template is the component in `templates/` with its name: `OrderPlaced` for `order_placed`. */
type Kind<Data> = {
  label: string;
  /** `getSubject` turns it into one line. */
  subject: (data: Data, shopName: string) => string;
  /** The email goes to the shop itself, whoever reads it there. */
  toShop?: true;
} & ([SecretLinkOf<Data>] extends [never]
  ? unknown
  : {
      /** The lifetime of each secret link, in hours, which is that of its token. Null if it does not expire. */
      links: Record<SecretLinkOf<Data>, number | null>;
    });

/** The type parameter is the data that the email needs. */
const defineKind = <Data extends object>(kind: Kind<Data>) => kind;

/**
 * The kinds of emails, in the order of the outbox. Anybody can enter anybody's address into a public form. Emails
 * triggered by these forms therefore contain nothing that was entered, not even a name: the shop must not deliver
 * somebody's words to a stranger.
 */
const KINDS = {
  order_placed: defineKind<{ order: EmailPurchase; holdHours: number }>({
    label: 'Order placed',
    subject: ({ order }) => `On hold for you: ${nameOrderItems(order)}`,
  }),
  order_paid: defineKind<{
    order: EmailPurchase;
    transactionId: string;
    /** Nobody has entered a delivery address yet. */
    lacksAddress?: boolean;
  }>({
    label: 'Order paid',
    subject: ({ order }) => `Paid: ${nameOrderItems(order)}`,
  }),
  order_shipped: defineKind<{
    /**
     * With the pieces that were shipped. Fields that are absent below were unknown, or the mail is of an earlier
     * version.
     */
    order: EmailPurchase;
    carrier?: string;
    tracking?: string;
    trackingUrl?: string;
    /** The pieces that are still to be shipped. */
    toCome?: { itemName: string; quantity: number }[];
    /** The buyer had asked to cancel the order. */
    askedToCancel?: boolean;
  }>({
    label: 'Order shipped',
    subject: ({ order, toCome }) => `${toCome ? 'Partly shipped' : 'Shipped'}: ${nameOrderItems(order)}`,
  }),
  /** `order` has the pieces that were not shipped after all. `isRefunded`: none of them will ever be. */
  shipment_corrected: defineKind<{ order: EmailPurchase; reason: string; isRefunded?: boolean }>({
    label: 'Shipment corrected',
    subject: ({ order }) => `Not shipped after all: ${nameOrderItems(order)}`,
  }),
  order_expired: defineKind<{ order: EmailPurchase }>({
    label: 'Order expired',
    subject: ({ order }) => `Expired: ${nameOrderItems(order)}`,
  }),
  /** The shop canceled the order while it was unpaid. */
  order_canceled: defineKind<{ order: EmailPurchase; reason: string }>({
    label: 'Order canceled by the shop',
    subject: ({ order }) => `Canceled: ${nameOrderItems(order)}`,
  }),
  /** The shop has shipped an order that the buyer wanted to cancel. */
  cancel_declined: defineKind<{ order: EmailPurchase; reason: string }>({
    label: 'Request to cancel declined',
    subject: ({ order }) => `Not canceled: ${nameOrderItems(order)}`,
  }),
  payment_failed: defineKind<{ order: EmailPurchase }>({
    label: 'Payment failed',
    subject: ({ order }) => `Your payment for ${nameOrder(order)} did not go through`,
  }),
  payment_refunded: defineKind<{
    order: EmailPurchase;
    /** The amount refunded at the provider. Absent for the full refund of a payment that came too late. */
    amountMinor?: number;
    // The other fields are present if the shop decided the refund.
    reason?: string;
    pieces?: { itemName: string; quantity: number; amountMinor: number }[];
    /** How much of the amount is shipping. */
    shippingMinor?: number;
    /** The taxes within the amount. */
    taxes?: EmailTax[];
    /** Nothing is left of the order. */
    canceled?: boolean;
  }>({
    label: 'Payment refunded',
    subject: ({ order, amountMinor, pieces }) =>
      `Refunded: ${formatMoney(amountMinor ?? order.totalMinor)} for ${nameRefund(order, { amountMinor, pieces })}`,
  }),
  /** The bank rejected a refund that the buyer had been told about. */
  refund_failed: defineKind<{
    order: EmailPurchase;
    amountMinor: number;
    /** The refund had canceled the order. */
    reopened?: boolean;
  }>({
    label: 'Refund failed',
    subject: ({ order, amountMinor }) =>
      `Your refund of ${formatMoney(amountMinor)} for ${nameOrder(order)} did not go through`,
  }),
  confirm_email: defineKind<{ url: SecretLink }>({
    label: 'Confirm email address',
    subject: () => 'Please confirm your email address',
    links: { url: 24 },
  }),
  reset_password: defineKind<{ url: SecretLink }>({
    label: 'Password reset',
    subject: (_data, shopName) => `Choose a new password for ${shopName}`,
    links: { url: 1 },
  }),
  account_exists: defineKind<Record<string, never>>({
    label: 'Sign-up with an existing account',
    subject: (_data, shopName) => `You already have an account at ${shopName}`,
  }),
  quote_received: defineKind<Record<string, never>>({
    label: 'Quote request received',
    subject: () => 'We have received your quote request',
  }),
  contact_received: defineKind<Record<string, never>>({
    label: 'Message received',
    subject: () => 'We have received your message',
  }),
  enquiry_notice: defineKind<{ kind: 'quote' | 'message' }>({
    label: 'Inquiry notice',
    subject: ({ kind }) => (kind === 'quote' ? 'A new quote request' : 'A new message'),
    toShop: true,
  }),
  shop_notice: defineKind<EmailNotices>({ label: 'Order notice', subject: nameNotices, toShop: true }),
  stock_notice: defineKind<ShortTools>({ label: 'Stock notice', subject: nameShortTools, toShop: true }),
  /** `reason` is a sentence without secrets. */
  backup_failed: defineKind<{ reason: string; place: string; lastMadeAt?: string }>({
    label: 'Backup failed',
    subject: (_data, shopName) => `The backup of ${shopName} failed`,
    toShop: true,
  }),
  newsletter_confirm: defineKind<{ confirmUrl: SecretLink; leaveUrl: SecretLink }>({
    label: 'Confirm newsletter',
    subject: (_data, shopName) => `Please confirm your subscription to the ${shopName} newsletter`,
    links: { confirmUrl: 7 * 24, leaveUrl: null },
  }),
  newsletter_welcome: defineKind<{ leaveUrl: SecretLink }>({
    label: 'Newsletter confirmed',
    subject: (_data, shopName) => `You are subscribed to the ${shopName} newsletter`,
    links: { leaveUrl: null },
  }),
  stock_alert_confirm: defineKind<{ itemName: string; confirmUrl: SecretLink; leaveUrl: SecretLink }>({
    label: 'Confirm stock alert',
    subject: ({ itemName }) => `Please confirm your alert for ${itemName}`,
    links: { confirmUrl: 7 * 24, leaveUrl: null },
  }),
  /** `certificate` is its name in a sentence. */
  exemption_decided: defineKind<{
    certificate: string;
    isApproved: boolean;
    countries: string;
    until?: string;
    reason?: string;
  }>({
    label: 'Exemption certificate decided',
    subject: ({ certificate, isApproved }) =>
      isApproved ? `Approved: your ${certificate}` : `Not accepted: your ${certificate}`,
  }),
  stock_alert: defineKind<{ itemName: string; slug: string; leaveUrl: SecretLink }>({
    label: 'Back in stock',
    subject: ({ itemName }) => `Back in stock: ${itemName}`,
    links: { leaveUrl: null },
  }),
};

export type MailKind = keyof typeof KINDS;

/** The data that each kind of email needs. */
export type EmailData = { [K in MailKind]: Parameters<(typeof KINDS)[K]['subject']>[0] };

/** An email with its kind and data, before it is rendered. */
export type Email = { [K in MailKind]: { kind: K; data: EmailData[K] } }[MailKind];

/** The entries of the kinds, without the types of their data. */
export const MAIL_ENTRIES: Record<
  MailKind,
  Pick<Kind<object>, 'label' | 'toShop'> & { links?: Record<string, number | null> }
> = KINDS;

export const MAIL_KINDS = Object.keys(KINDS) as [MailKind, ...MailKind[]];

const MAX_SUBJECT_LENGTH = 200;

/** The subject of an email: one line without control characters, because it becomes a header. */
export function getSubject({ kind, data }: Email, shopName: string): string {
  const subject = (KINDS[kind].subject as (data: Email['data'], shopName: string) => string)(data, shopName);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes them
  const line = subject.replaceAll(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim();
  // The spread cuts between characters, never inside a surrogate pair.
  return line.length <= MAX_SUBJECT_LENGTH
    ? line
    : `${[...line.slice(0, MAX_SUBJECT_LENGTH - 2)].slice(0, -1).join('')}…`;
}
