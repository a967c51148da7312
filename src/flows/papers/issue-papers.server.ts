import {
  getPaper,
  listCreditNotesInForce,
  listSkus,
  type PaperRow,
  readPaper,
  storePaper,
  takePaperNumber,
} from '#src/features/papers/queries.server.ts';
import { getDatabaseTime } from '#src/features/payments/queries.server.ts';
import { listStandingLines, type PurchaseWithLines } from '#src/features/purchases/queries.server.ts';
import { listLinesOfRefunds, listProviderRefunds } from '#src/features/refunds/queries.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import type { Queryable, Tx } from '#src/platform/database.server.ts';
import { type PaperSource, type RefundFact, toCreditNote, toDebitNote, toSalePaper } from './paper-data.server.ts';

/** What issuing a paper needs to know of the shop. */
export type PaperContext = Pick<AppContext, 'getCompany'>;

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
 * Issues the invoice of a paid purchase that has a billing address. Credit notes of what was refunded before follow. Does
 * nothing otherwise, nor for what was paid in a version without invoices. The caller holds the purchase's lock.
 */
export async function issueInvoice(tx: Tx, context: PaperContext, locked: PurchaseWithLines): Promise<PaperRow | null> {
  const { purchase } = locked;
  if (!purchase.paidAt || !purchase.billing || purchase.isFromOrder) return null;
  if (await getPaper(tx, { kind: 'invoice', purchaseId: purchase.id })) return null;
  const issuedAt = await getDatabaseTime(tx);
  const source = await readPaperSource(tx, context, locked, issuedAt);
  const place = await takePaperNumber(tx, 'invoice', issuedAt);
  const paper = toSalePaper(source, { kind: 'invoice', number: place.number, refunds: [] });
  const invoice = await storePaper(tx, paper, { purchaseId: purchase.id, place });
  await settleCreditNotes(tx, context, locked);
  return invoice;
}

/** The buyer reads it on the paper. */
const REFUND_FAILED = 'The refund did not reach the card: the bank has rejected it.';

/**
 * Lets the credit notes in force be those of the refunds that have succeeded, where the purchase has an invoice: issues those
 * that are missing, and takes back those whose refund has failed since. The caller holds the purchase's lock.
 */
export async function settleCreditNotes(tx: Tx, context: PaperContext, locked: PurchaseWithLines): Promise<void> {
  const purchaseId = locked.purchase.id;
  const invoice = await getPaper(tx, { kind: 'invoice', purchaseId });
  if (!invoice) return;
  const succeeded = await listSucceededRefunds(tx, purchaseId);
  const inForce = await listCreditNotesInForce(tx, purchaseId);
  const missing = succeeded.filter(({ id }) => inForce.every(({ refundId }) => refundId !== id));
  const untrue = inForce.filter(({ refundId }) => succeeded.every(({ id }) => id !== refundId));
  if (missing.length + untrue.length === 0) return;
  const source = await readPaperSource(tx, context, locked, await getDatabaseTime(tx));
  for (const refund of missing) {
    const place = await takePaperNumber(tx, 'credit_note', source.issuedAt);
    const paper = toCreditNote(source, { ...refund, number: place.number, invoice });
    await storePaper(tx, paper, { purchaseId, refundId: refund.id, place });
  }
  for (const row of untrue) {
    const note = readPaper(row);
    if (note.kind !== 'credit_note') throw new Error('a credit note is one');
    const place = await takePaperNumber(tx, 'debit_note', source.issuedAt);
    const paper = toDebitNote(source, { number: place.number, note, reason: REFUND_FAILED });
    await storePaper(tx, paper, { purchaseId, correctsId: row.id, place });
  }
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
  const told = await listProviderRefunds(db, purchaseId);
  const succeeded = told.filter(
    ({ refund, paymentState }) => refund.status === 'succeeded' && paymentState === 'captured',
  );
  const pieces = await listLinesOfRefunds(
    db,
    succeeded.flatMap(({ own }) => own?.id ?? []),
  );
  return succeeded.map(({ refund: { id, amountCents, createdAt }, own }) => ({
    id,
    number: null,
    refundedAt: createdAt,
    amountCents,
    reason: own?.reason ?? UNKNOWN_REASON,
    pieces: pieces.filter((piece) => piece.refundId === own?.id),
  }));
}
