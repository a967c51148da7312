import { type Paper, paperSchema } from '#src/features/papers/contract.ts';
import { takePaperNumber } from '#src/features/papers/paper-numbers.server.ts';
import { readIssuedTaxes, reversePaperTaxes, storePaperTaxes } from '#src/features/papers/paper-taxes.server.ts';
import {
  getPaper,
  listCreditNotesInForce,
  listSkus,
  type PaperRow,
  readPaper,
  storePaper,
} from '#src/features/papers/queries.server.ts';
import { getDatabaseTime } from '#src/features/payments/queries.server.ts';
import { listStandingLines, type PurchaseWithLines } from '#src/features/purchases/queries.server.ts';
import { listLinesOfRefunds, listProviderRefunds } from '#src/features/refunds/refund-lists.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import type { Queryable, Tx } from '#src/platform/database.server.ts';
import { readTaxCase } from '#src/shared/totals/tax-case.ts';
import { listTaxLines, type TaxLine } from '#src/shared/totals/tax-lines.ts';
import { creditRefund, listPayableParts } from './credited-refund.server.ts';
import { findTaxPlace } from './find-tax-place.ts';
import { type PaperSource, type RefundFact, toCreditNote, toDebitNote, toSalePaper } from './paper-data.server.ts';

/** What issuing a paper needs to know about the shop. */
export type PaperContext = Pick<AppContext, 'getCompany' | 'log'>;

/** The data for the papers of a purchase, by the shop's current settings. */
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
 * Whether a paper can be issued, checked before its number is taken. If it can't, that is a bug and is logged: its
 * payment or refund has happened and must be recorded anyway.
 */
function canIssue({ log }: PaperContext, purchaseId: string, paper: Paper): boolean {
  const { error } = paperSchema.safeParse(paper);
  if (error) log.error({ err: error, purchaseId, kind: paper.kind }, 'a paper cannot be issued');
  return !error;
}

/**
 * Issues the invoice of a paid purchase with a billing address, followed by credit notes for earlier refunds. Otherwise
 * does nothing, nor for a payment in a version without invoices. The caller holds the purchase's lock.
 */
export async function issueInvoice(tx: Tx, context: PaperContext, locked: PurchaseWithLines): Promise<PaperRow | null> {
  const { purchase } = locked;
  if (!purchase.paidAt || !purchase.billing || purchase.isFromOrder) return null;
  if (await getPaper(tx, { kind: 'invoice', purchaseId: purchase.id })) return null;
  const source = await readPaperSource(tx, context, locked, await getDatabaseTime(tx));
  const draft = toSalePaper(source, { kind: 'invoice', number: purchase.number, refunds: [] });
  if (!canIssue(context, purchase.id, draft)) return null;
  const place = await takePaperNumber(tx, 'invoice');
  const paper = { ...draft, number: place.number };
  const invoice = await storePaper(tx, paper as typeof paper & { kind: 'invoice' }, { purchaseId: purchase.id, place });
  const lines = listTaxLines(listPayableParts(locked), readTaxCase(purchase.charges).kind);
  await addToTaxReport(tx, context, locked, { paper: invoice, lines });
  await settleCreditNotes(tx, context, locked);
  return invoice;
}

/** Notes what a paper adds to the tax report, by what the purchase was taxed with. */
async function addToTaxReport(
  tx: Tx,
  { getCompany }: PaperContext,
  { purchase }: PurchaseWithLines,
  { paper, lines }: { paper: PaperRow; lines: readonly TaxLine[] },
): Promise<void> {
  await storePaperTaxes(tx, paper, {
    lines,
    place: findTaxPlace(purchase, getCompany()),
    currency: purchase.currency,
  });
}

/** Printed on the paper for the buyer. */
const REFUND_FAILED = 'The refund did not reach the card: the bank has rejected it.';

/**
 * Makes the credit notes in force match the refunds that have succeeded, if the purchase has an invoice: issues missing
 * ones, and reverses those whose refund has failed since. The caller holds the purchase's lock.
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
  // First, so that what is credited again does not count twice.
  for (const row of untrue) {
    const note = readPaper(row);
    if (note.kind !== 'credit_note') throw new Error('a credit note is one');
    const draft = toDebitNote(source, { number: locked.purchase.number, note, reason: REFUND_FAILED });
    if (!canIssue(context, purchaseId, draft)) continue;
    const place = await takePaperNumber(tx, 'debit_note');
    const paper = await storePaper(tx, { ...draft, number: place.number }, { purchaseId, correctsId: row.id, place });
    await reversePaperTaxes(tx, paper, row.id);
  }
  const credited = succeeded.filter(({ id }) => inForce.some(({ refundId }) => refundId === id));
  const issued = await readIssuedTaxes(tx, purchaseId);
  for (const refund of missing) {
    const back = creditRefund(locked, credited, refund, issued);
    const draft = toCreditNote(source, {
      ...refund,
      number: locked.purchase.number,
      credited: back,
      invoice: { ...invoice, timeZone: readPaper(invoice).timeZone },
    });
    if (!canIssue(context, purchaseId, draft)) continue;
    const place = await takePaperNumber(tx, 'credit_note');
    const paper = await storePaper(tx, { ...draft, number: place.number }, { purchaseId, refundId: refund.id, place });
    await addToTaxReport(tx, context, locked, { paper, lines: back.lines });
    credited.push(refund);
    issued.credited.push(...back.lines);
  }
}

interface SucceededRefund extends RefundFact {
  /** The refund's id at the card provider. */
  id: string;
  reason: string;
  pieces: { orderId: string; quantity: number; amountMinor: number }[];
  shippingMinor: number;
}

/** The reason on the credit note of a refund that was made in the provider's dashboard. */
const UNKNOWN_REASON = 'Refunded to the card';

/** The refunds of a purchase's captured payment, oldest first, with their pieces. */
export async function listSucceededRefunds(db: Queryable, purchaseId: string): Promise<SucceededRefund[]> {
  const told = await listProviderRefunds(db, purchaseId);
  const succeeded = told.filter(
    ({ refund, paymentState }) => refund.status === 'succeeded' && paymentState === 'captured',
  );
  const pieces = await listLinesOfRefunds(
    db,
    succeeded.flatMap(({ own }) => own?.id ?? []),
  );
  return succeeded.map(({ refund: { id, amountMinor, createdAt }, own }) => ({
    id,
    number: null,
    refundedAt: createdAt,
    amountMinor,
    reason: own?.reason ?? UNKNOWN_REASON,
    pieces: pieces.filter((piece) => piece.refundId === own?.id),
    shippingMinor: own?.shippingMinor ?? 0,
  }));
}
