import { toEmailPurchase } from '#src/features/mail/email-purchase.ts';
import type { EmailData } from '#src/features/mail/mail-kinds.ts';
import { type MailContext, queueMail } from '#src/features/mail/outbox.server.ts';
import { listSkus } from '#src/features/papers/queries.server.ts';
import { getCustomer, type PurchaseWithLines } from '#src/features/purchases/queries.server.ts';
import type { Tx } from '#src/platform/database.server.ts';
import { formatForShop } from '#src/shared/postal-address/address-format.ts';
import type { PurchaseCharges } from '#src/shared/totals/purchase-charges.ts';

/** The emails about a paid purchase. */
type PaidKind =
  | 'order_paid'
  | 'order_shipped'
  | 'shipment_corrected'
  | 'payment_refunded'
  | 'refund_failed'
  | 'cancel_declined';
type UnpaidKind = 'order_expired' | 'order_canceled' | 'payment_failed';

type PurchaseMail = {
  [K in PaidKind | UnpaidKind]: {
    kind: K;
    data: Omit<EmailData[K], 'order'>;
    dedupeKey?: string;
    delaySeconds?: number;
  };
}[PaidKind | UnpaidKind];

const UNPAID_KINDS: readonly PurchaseMail['kind'][] = [
  'order_expired',
  'order_canceled',
  'payment_failed',
] satisfies UnpaidKind[];

/**
 * Mails a purchase's customer about the given lines. Nobody has proven an unconfirmed address, so it only gets mails
 * about paid purchases, which cost their sender money. These mails greet without a name and say nothing that a
 * stranger may have typed.
 */
export async function queuePurchaseMail(
  tx: Tx,
  context: MailContext,
  { purchase, lines, isPart = false }: PurchaseWithLines & { isPart?: boolean },
  mail: PurchaseMail,
): Promise<void> {
  const customer = await getCustomer(tx, purchase);
  if (!customer?.confirmed && UNPAID_KINDS.includes(mail.kind)) return;
  const { id, number, totalMinor, taxMinor, charges, poNumber, delivery } = purchase;
  // The purchase may belong to somebody who lost the account to the owner of the mailbox.
  const isProven = customer?.confirmed && customer.displayName === purchase.name;
  const name = isProven ? purchase.name : null;
  const typed = { poNumber, ...(delivery && { shipTo: formatForShop(delivery, context.getCompany()) }) };
  const skus = await listSkus(tx, [...new Set(lines.map(({ toolId }) => toolId))]);
  const named = lines.map((line) => ({ ...line, sku: skus.get(line.toolId) ?? '' }));
  const { kind, data, dedupeKey, delaySeconds } = mail;
  await queueMail(tx, context, {
    kind,
    data: {
      ...data,
      order: toEmailPurchase(
        {
          id,
          number,
          totalMinor,
          taxMinor,
          charges: isProven ? charges : withoutCertificate(charges),
          name,
          ...(isPart && { isPart }),
          ...(isProven && typed),
        },
        named,
      ),
    },
    recipient: purchase.email,
    purchaseId: purchase.id,
    ...(dedupeKey ? { dedupeKey } : {}),
    ...(delaySeconds ? { delaySeconds } : {}),
  } as Parameters<typeof queueMail>[2]);
}

/** Buyers type the numbers of their certificates. */
function withoutCertificate(charges: PurchaseCharges | null): PurchaseCharges | null {
  return charges?.taxProof?.exemptionId ? { ...charges, taxNote: 'Tax-exempt.' } : charges;
}

/** The name of a purchase in the audit log: its only tool, or its number. */
export function nameInLog(
  { number }: Pick<PurchaseWithLines['purchase'], 'number'>,
  lines: readonly Pick<PurchaseWithLines['lines'][number], 'itemName'>[],
): string {
  const [first] = lines;
  return first && lines.length === 1 ? first.itemName : number;
}
