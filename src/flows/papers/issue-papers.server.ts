import { asc, eq, inArray } from 'drizzle-orm';
import { type Paper, paperSchema } from '#src/features/papers/contract.ts';
import { getPaper, listSkus, type PaperRow, storePaper, takePaperNumber } from '#src/features/papers/queries.server.ts';
import { getDatabaseTime } from '#src/features/payments/queries.server.ts';
import { paymentRefunds, payments } from '#src/features/payments/tables.server.ts';
import { listStandingLines, type PurchaseWithLines } from '#src/features/purchases/queries.server.ts';
import { refundLines, refunds } from '#src/features/refunds/tables.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import type { Queryable, Tx } from '#src/platform/database.server.ts';
import { type PaperSource, type RefundFact, toCreditNote, toSalePaper } from './paper-data.server.ts';

/** What issuing a paper needs to know of the shop. */
export type PaperContext = Pick<AppContext, 'getCompany' | 'log'>;

/** What the papers of a purchase are made of, as the shop is now. */
export async function readPaperSource(
  db: Queryable,
  { getCompany }: PaperContext,
  locked: PurchaseWithLines,
  issuedAt: Date,
): Promise<PaperSource> {
  const lines = listStandingLines(locked);
  const skus = await listSkus(
    db,
    lines.map(({ toolId }) => toolId),
  );
  return { purchase: locked.purchase, lines, skus, company: getCompany(), issuedAt };
}

/**
 * Whether a paper can be issued, before its number is taken. One that cannot is a bug, and goes to the log: the payment or
 * the refund that it is about is a fact, and must be recorded all the same.
 */
function canIssue({ log }: PaperContext, purchaseId: string, paper: Paper): boolean {
  const { error } = paperSchema.safeParse(paper);
  if (error) log.error({ err: error, purchaseId, kind: paper.kind }, 'a paper cannot be issued');
  return !error;
}

/**
 * Issues the invoice of a paid purchase that has a billing address. Credit notes of what was refunded before follow. Does
 * nothing otherwise, nor for what was paid in a version without invoices. The caller holds the purchase's lock.
 */
export async function issueInvoice(tx: Tx, context: PaperContext, locked: PurchaseWithLines): Promise<PaperRow | null> {
  const { purchase } = locked;
  if (!purchase.paidAt || !purchase.billing || purchase.isFromOrder) return null;
  if (await getPaper(tx, { kind: 'invoice', purchaseId: purchase.id })) return null;
  const issuedAt = await getDatabaseTime(tx);
  const source = await readPaperSource(tx, context, locked, issuedAt);
  const refunded = await listSucceededRefunds(tx, purchase.id);
  const draft = toSalePaper(source, { kind: 'invoice', number: purchase.number, refunds: [] });
  if (!canIssue(context, purchase.id, draft)) return null;
  const place = await takePaperNumber(tx, 'invoice', issuedAt);
  const paper = { ...draft, number: place.number };
  const invoice = await storePaper(tx, paper as typeof paper & { kind: 'invoice' }, { purchaseId: purchase.id, place });
  for (const refund of refunded) await storeCreditNote(tx, context, source, invoice, refund);
  return invoice;
}

/**
 * Issues the credit note of a refund that has succeeded, where the purchase has an invoice. Once for each refund. The caller
 * holds the purchase's lock.
 */
export async function issueCreditNote(
  tx: Tx,
  context: PaperContext,
  locked: PurchaseWithLines,
  providerRefundId: string,
): Promise<void> {
  const purchaseId = locked.purchase.id;
  const invoice = await getPaper(tx, { kind: 'invoice', purchaseId });
  if (!invoice || (await getPaper(tx, { kind: 'credit_note', purchaseId, refundId: providerRefundId }))) return;
  const refund = (await listSucceededRefunds(tx, purchaseId)).find(({ id }) => id === providerRefundId);
  if (!refund) return;
  const source = await readPaperSource(tx, context, locked, await getDatabaseTime(tx));
  await storeCreditNote(tx, context, source, invoice, refund);
}

async function storeCreditNote(
  tx: Tx,
  context: PaperContext,
  source: PaperSource,
  invoice: PaperRow,
  refund: SucceededRefund,
): Promise<void> {
  const { id: purchaseId, number } = source.purchase;
  const draft = toCreditNote(source, { ...refund, number, invoice });
  if (!canIssue(context, purchaseId, draft)) return;
  const place = await takePaperNumber(tx, 'credit_note', source.issuedAt);
  await storePaper(tx, { ...draft, number: place.number }, { purchaseId, refundId: refund.id, place });
}

interface SucceededRefund extends RefundFact {
  /** At the card provider. */
  id: string;
  reason: string;
  pieces: { orderId: string; quantity: number; amountCents: number }[];
}

/** Stands on the credit note of a refund that was made in the provider's dashboard. */
const UNKNOWN_REASON = 'Refunded to the card';

/** What was refunded of a purchase's captured payment, oldest first, with the pieces that it is for. */
export async function listSucceededRefunds(db: Queryable, purchaseId: string): Promise<SucceededRefund[]> {
  const rows = await db
    .select({
      id: paymentRefunds.id,
      status: paymentRefunds.status,
      amountCents: paymentRefunds.amountCents,
      refundedAt: paymentRefunds.createdAt,
      refundId: refunds.id,
      reason: refunds.reason,
      state: payments.state,
    })
    .from(payments)
    .innerJoin(paymentRefunds, eq(paymentRefunds.paymentId, payments.id))
    .leftJoin(refunds, eq(refunds.providerRefundId, paymentRefunds.id))
    .where(eq(payments.purchaseId, purchaseId))
    .orderBy(asc(paymentRefunds.createdAt), asc(paymentRefunds.id));
  const succeeded = rows.filter(({ status, state }) => status === 'succeeded' && state === 'captured');
  const own = succeeded.flatMap(({ refundId }) => refundId ?? []);
  const pieces = own.length > 0 ? await db.select().from(refundLines).where(inArray(refundLines.refundId, own)) : [];
  return succeeded.map(({ id, amountCents, refundedAt, refundId, reason }) => ({
    id,
    number: null,
    refundedAt,
    amountCents,
    reason: reason ?? UNKNOWN_REASON,
    pieces: pieces.filter((piece) => piece.refundId === refundId),
  }));
}
