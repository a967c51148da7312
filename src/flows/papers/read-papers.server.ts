import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Paper } from '#src/features/papers/contract.ts';
import { getPaper, getPaperByNumber, listPapers, readPaper, storePaper } from '#src/features/papers/queries.server.ts';
import { getDatabaseTime } from '#src/features/payments/queries.server.ts';
import {
  getPurchaseWithLines,
  listStandingLines,
  lockPurchase,
  NO_PURCHASE,
  type PurchaseWithLines,
} from '#src/features/purchases/queries.server.ts';
import { countShippable } from '#src/features/shipments/rules.ts';
import { shipmentLines, shipments } from '#src/features/shipments/tables.server.ts';
import { findPurchaseRow } from '#src/flows/purchases/read-purchases.server.ts';
import type { Reader } from '#src/platform/caller.ts';
import type { Db, Queryable } from '#src/platform/database.server.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';
import { issueInvoice, listSucceededRefunds, type PaperContext, readPaperSource } from './issue-papers.server.ts';
import { toDeliveryNote, toDeliveryNoteNumber, toSalePaper } from './paper-data.server.ts';

/**
 * A purchase, by its id or number, whose papers the reader may have. Null if it does not exist or belongs to another
 * user.
 */
async function getReadable(db: Queryable, reader: Reader, idOrNumber: string): Promise<PurchaseWithLines | null> {
  const purchase = await findPurchaseRow(db, reader, idOrNumber);
  return purchase && getPurchaseWithLines(db, purchase.id);
}

/**
 * The confirmation of a purchase. It is stored when somebody first requests it after the payment and once the delivery
 * address is known.
 */
export async function readOrderConfirmation(
  db: Queryable,
  context: PaperContext,
  reader: Reader,
  purchaseId: string,
): Promise<Outcome<Paper>> {
  const found = await getReadable(db, reader, purchaseId);
  if (!found) return NO_PURCHASE;
  const issued = await getPaper(db, { kind: 'confirmation', purchaseId: found.purchase.id });
  if (issued) return ok(readPaper(issued));
  const { state, number } = found.purchase;
  if (state === 'canceled' || state === 'expired') return fail('order_ended');
  const source = await readPaperSource(db, context, found, await getDatabaseTime(db));
  const refunds = await listSucceededRefunds(db, found.purchase.id);
  const paper = toSalePaper(source, { kind: 'confirmation', number, refunds });
  // Until then, lines can still be deleted or a missing address added.
  if (state === 'placed' || !found.purchase.delivery) return ok(paper);
  return ok(readPaper(await storePaper(db, paper, { purchaseId: found.purchase.id })));
}

/**
 * The invoice of a paid purchase, which is issued now if it could not be before. If it has none, because the billing
 * address is missing, a receipt of the same payment. The receipt is created again each time, since no credit note
 * reports later refunds.
 */
export async function readInvoice(
  db: Db,
  context: PaperContext,
  reader: Reader,
  purchaseId: string,
): Promise<Outcome<Paper>> {
  const found = await getReadable(db, reader, purchaseId);
  if (!found) return NO_PURCHASE;
  if (!found.purchase.paidAt)
    return fail('not_paid', { detail: 'The invoice will be available once this order is paid.' });
  const { id, number } = found.purchase;
  const invoice = await getPaper(db, { kind: 'invoice', purchaseId: id });
  if (invoice) return ok(readPaper(invoice));
  const late = await issueLateInvoice(db, context, found);
  if (late) return ok(readPaper(late));
  const source = await readPaperSource(db, context, found, await getDatabaseTime(db));
  return ok(toSalePaper(source, { kind: 'receipt', number, refunds: await listSucceededRefunds(db, id) }));
}

async function issueLateInvoice(
  db: Db,
  context: PaperContext,
  { purchase: { id, billing, isFromOrder } }: PurchaseWithLines,
) {
  if (!billing || isFromOrder) return null;
  return db.transaction(async (tx) => {
    const locked = await lockPurchase(tx, id);
    const issued = locked && (await issueInvoice(tx, context, locked));
    // Somebody else may have requested it at the same time.
    return issued ?? getPaper(tx, { kind: 'invoice', purchaseId: id });
  });
}

/** A credit note of a purchase by its number, or its newest one; or a debit note by its number. */
export async function readCreditNote(
  db: Queryable,
  reader: Reader,
  purchaseId: string,
  number: string | undefined,
): Promise<Outcome<Paper>> {
  const found = await getReadable(db, reader, purchaseId);
  if (!found) return NO_PURCHASE;
  const { id } = found.purchase;
  const paper = number
    ? ((await getPaperByNumber(db, id, { kind: 'credit_note', number })) ??
      (await getPaperByNumber(db, id, { kind: 'debit_note', number })))
    : await getPaper(db, { kind: 'credit_note', purchaseId: id });
  return paper ? ok(readPaper(paper)) : fail('not_found', { detail: 'There is no such credit note.' });
}

/** The delivery note of a shipment, by its number in the purchase, or of the newest shipment. */
export async function readDeliveryNote(
  db: Queryable,
  context: PaperContext,
  reader: Reader,
  purchaseId: string,
  number: number | undefined,
): Promise<Outcome<Paper>> {
  const found = await getReadable(db, reader, purchaseId);
  if (!found) return NO_PURCHASE;
  const { id } = found.purchase;
  const ofPurchase = and(eq(shipments.purchaseId, id), isNull(shipments.undoneAt));
  const [shipment] = await db
    .select()
    .from(shipments)
    .where(and(ofPurchase, number === undefined ? undefined : eq(shipments.number, number)))
    .orderBy(sql`${shipments.number} desc`)
    .limit(1);
  if (!shipment) return fail('not_found', { detail: 'This order has no such shipment.' });
  const issued = await getPaper(db, { kind: 'delivery_note', purchaseId: id, shipmentId: shipment.id });
  if (issued) return ok(readPaper(issued));
  const rows = await db
    .select({ shipmentId: shipmentLines.shipmentId, orderId: shipmentLines.orderId, quantity: shipmentLines.quantity })
    .from(shipmentLines)
    .innerJoin(shipments, eq(shipments.id, shipmentLines.shipmentId))
    .where(and(ofPurchase, lt(shipments.number, shipment.number + 1)));
  const before = new Map<string, number>();
  for (const row of rows)
    if (row.shipmentId !== shipment.id) before.set(row.orderId, (before.get(row.orderId) ?? 0) + row.quantity);
  const source = await readPaperSource(db, context, found, await getDatabaseTime(db));
  const paper = toDeliveryNote(source, {
    ...shipment,
    quantities: new Map(rows.filter((row) => row.shipmentId === shipment.id).map((row) => [row.orderId, row.quantity])),
    before,
  });
  return ok(readPaper(await storePaper(db, paper, { purchaseId: id, shipmentId: shipment.id })));
}

/** The most shipments or notes that are listed: the newest ones. */
const MAX_LISTED_PAPERS = 500;

/** The papers of a purchase that a reader can have now: those issued, and those created at each request. */
export async function listAvailablePapers(
  db: Queryable,
  reader: Reader,
  purchaseId: string,
): Promise<Outcome<{ kind: Paper['kind']; number: string; issuedAt: Date | null; path: string }[]>> {
  const found = await getReadable(db, reader, purchaseId);
  if (!found) return NO_PURCHASE;
  const { id, number, paidAt, state } = found.purchase;
  const base = `/api/purchases/${id}`;
  const [issued, shipped] = await Promise.all([
    listPapers(db, id),
    db
      .select({ number: shipments.number, shippedAt: shipments.shippedAt })
      .from(shipments)
      .where(and(eq(shipments.purchaseId, id), isNull(shipments.undoneAt)))
      .orderBy(desc(shipments.number))
      .limit(MAX_LISTED_PAPERS),
  ]);
  const invoice = issued.find(({ kind }) => kind === 'invoice');
  const confirmation = issued.find(({ kind }) => kind === 'confirmation');
  const canConfirm = confirmation !== undefined || (state !== 'canceled' && state !== 'expired');
  const toShip = reader === 'shop' && state === 'paid' && toShipCount(found) > 0;
  return ok([
    ...(canConfirm
      ? [
          {
            kind: 'confirmation' as const,
            number,
            issuedAt: confirmation?.issuedAt ?? null,
            path: `${base}/confirmation.pdf`,
          },
        ]
      : []),
    ...(paidAt
      ? [
          {
            kind: invoice ? ('invoice' as const) : ('receipt' as const),
            number: invoice?.number ?? number,
            issuedAt: invoice?.issuedAt ?? null,
            path: `${base}/invoice.pdf`,
          },
        ]
      : []),
    ...shipped.reverse().map((shipment) => ({
      kind: 'delivery_note' as const,
      number: toDeliveryNoteNumber(number, shipment.number),
      issuedAt: shipment.shippedAt,
      path: `${base}/delivery-note.pdf?shipment=${shipment.number}`,
    })),
    ...issued
      .flatMap((note) =>
        note.kind === 'credit_note' || note.kind === 'debit_note' ? [{ ...note, kind: note.kind }] : [],
      )
      .map((note) => ({
        kind: note.kind,
        number: note.number,
        issuedAt: note.issuedAt,
        path: `${base}/credit-note.pdf?number=${note.number}`,
      })),
    ...(toShip ? [{ kind: 'packing_list' as const, number, issuedAt: null, path: `${base}/packing-list.pdf` }] : []),
  ]);
}

function toShipCount(found: PurchaseWithLines): number {
  return listStandingLines(found).reduce((sum, line) => sum + countShippable(line), 0);
}
