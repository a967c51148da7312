import { type EmailData, toEmailOrder } from '#src/features/mail/email-data.ts';
import { type MailContext, queueMail } from '#src/features/mail/outbox.server.ts';
import { getCustomer, type OrderRow } from '#src/features/orders/queries.server.ts';
import type { Tx } from '#src/platform/database.server.ts';

/** The emails about an order that somebody has paid for. */
type PaidKind = 'order_paid' | 'order_shipped' | 'payment_refunded';
type UnpaidKind = 'order_expired' | 'payment_failed';

type OrderMail = {
  [K in PaidKind | UnpaidKind]: { kind: K; data: Omit<EmailData[K], 'order'>; dedupeKey?: string };
}[PaidKind | UnpaidKind];

const UNPAID_KINDS: readonly OrderMail['kind'][] = ['order_expired', 'payment_failed'] satisfies UnpaidKind[];

/**
 * Mails an order's customer. Nobody has proven an unconfirmed address: it gets mails of paid orders alone, since those
 * cost their sender money. And they greet without a name, which a stranger may have made up.
 */
export async function queueOrderMail(tx: Tx, context: MailContext, order: OrderRow, mail: OrderMail): Promise<void> {
  const customer = await getCustomer(tx, order);
  if (!customer?.confirmed && UNPAID_KINDS.includes(mail.kind)) return;
  // The order may be of somebody who lost the account to the mailbox's owner.
  const name = customer?.confirmed && customer.displayName === order.name ? order.name : null;
  const { kind, data, dedupeKey } = mail;
  await queueMail(tx, context, {
    kind,
    data: { ...data, order: { ...toEmailOrder(order), name } },
    recipient: order.email,
    orderId: order.id,
    ...(dedupeKey ? { dedupeKey } : {}),
  } as Parameters<typeof queueMail>[2]);
}
