import { formatMoney } from '#src/shared/money.ts';
import { type Email, type EmailData, nameItems } from '../email-data.ts';
import type { MailKind } from '../rules.ts';
import { nameNotices, nameShortTools } from './notice-subjects.ts';

const SUBJECTS: { [K in MailKind]: (data: EmailData[K], shopName: string) => string } = {
  order_placed: ({ order }) => `We keep ${nameItems(order)} for you`,
  order_paid: ({ order }) => `Paid: ${nameItems(order)}`,
  order_shipped: ({ order }) => `Shipped: ${nameItems(order)}`,
  shipment_corrected: ({ order }) => `Not shipped after all: ${nameItems(order)}`,
  order_expired: ({ order }) => `Your order of ${order.lines ? nameItems(order) : order.itemName} has expired`,
  order_canceled: ({ order }) => `We have canceled your order of ${order.lines ? nameItems(order) : order.itemName}`,
  cancel_declined: ({ order }) => `Your order of ${order.lines ? nameItems(order) : order.itemName} was not canceled`,
  payment_failed: ({ order }) =>
    `Your payment for ${order.lines ? nameItems(order) : order.itemName} did not go through`,
  payment_refunded: ({ order, amountCents }) =>
    `Refunded: ${amountCents === undefined ? 'your payment' : formatMoney(amountCents)} for ${order.lines ? nameItems(order) : order.itemName}`,
  refund_failed: ({ order, amountCents }) =>
    `Your refund of ${formatMoney(amountCents)} for ${order.lines ? nameItems(order) : order.itemName} did not go through`,
  confirm_email: () => 'Please confirm your e-mail address',
  reset_password: (_data, shopName) => `Choose a new password for ${shopName}`,
  account_exists: (_data, shopName) => `You have an account at ${shopName} already`,
  quote_received: () => 'We have received your request for a quote',
  contact_received: () => 'We have received your message',
  enquiry_notice: ({ kind }) => (kind === 'quote' ? 'A new request for a quote' : 'A new message'),
  shop_notice: nameNotices,
  stock_notice: nameShortTools,
  newsletter_confirm: (_data, shopName) => `Please confirm: the ${shopName} newsletter`,
  newsletter_welcome: (_data, shopName) => `You will get the ${shopName} newsletter`,
  stock_alert_confirm: ({ itemName }) => `Please confirm: tell you when ${itemName} is back`,
  stock_alert: ({ itemName }) => `Back in stock: ${itemName}`,
};

const MAX_SUBJECT_LENGTH = 200;

/** The subject of an email: one line without control characters, because it becomes a header. */
export function getSubject({ kind, data }: Email, shopName: string): string {
  const subject = (SUBJECTS[kind] as (data: Email['data'], shopName: string) => string)(data, shopName);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes them
  const line = subject.replaceAll(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim();
  // The spread cuts between characters, never inside a surrogate pair.
  return line.length <= MAX_SUBJECT_LENGTH
    ? line
    : `${[...line.slice(0, MAX_SUBJECT_LENGTH - 2)].slice(0, -1).join('')}…`;
}
