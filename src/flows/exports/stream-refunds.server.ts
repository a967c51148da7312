import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { papers, paperTaxes } from '#src/features/papers/tables.server.ts';
import { EFFECTIVE_REFUND_STATUSES } from '#src/features/payments/rules.ts';
import { paymentRefunds, payments } from '#src/features/payments/tables.server.ts';
import { purchases } from '#src/features/purchases/tables.server.ts';
import { refunds } from '#src/features/refunds/tables.server.ts';
import type { Cell } from '#src/platform/csv.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import { toReadSource } from '#src/platform/replica/read-source.server.ts';
import { createTimestampFormat } from '#src/platform/time-zone.server.ts';
import { minorToDecimal } from '#src/shared/money.ts';
import { type ExportPeriod, isWithin } from './stream-purchases.server.ts';

/** The header of an export with a row for each refund. */
export const REFUND_COLUMNS = [
  'number',
  'refunded',
  'state',
  'paid',
  'customer',
  'e-mail',
  'currency',
  'amount',
  'reason',
  'payment',
  'refund',
  'invoice',
  'credit notes',
  // Added later, at the end.
  'shipping',
  'tax',
];

type RefundPeriod = Pick<ExportPeriod, 'from' | 'to' | 'timeZone'>;

/**
 * The refunds of a period by their own date, whenever their purchases were paid, including those made at the provider.
 * Failed refunds are left out, and so are refunds of money that came too late to pay a purchase: no export counts that
 * as a sale.
 */
export async function* readRefundRows(db: Queryable, period: RefundPeriod, batchSize = 500): AsyncGenerator<Cell[][]> {
  const source = toReadSource(db);
  const toTimestamp = createTimestampFormat(period.timeZone);
  for await (const batch of streamRefunds(source, period, batchSize)) {
    const issued = await listPapersOfRefunds(source, batch);
    const byRefund = Map.groupBy(issued, ({ refundId }) => refundId);
    const invoices = new Map(
      issued.flatMap((paper) => (paper.kind === 'invoice' ? [[paper.purchaseId, paper.number]] : [])),
    );
    yield batch.map(({ refund, purchase, reason, shippingMinor }) => [
      purchase.number,
      toTimestamp(refund.createdAt),
      refund.status,
      purchase.paidAt ? toTimestamp(purchase.paidAt) : '',
      purchase.name,
      purchase.email,
      purchase.currency,
      minorToDecimal(refund.amountMinor),
      reason ?? '',
      purchase.transactionId ?? '',
      refund.id,
      invoices.get(purchase.id) ?? '',
      (byRefund.get(refund.id) ?? []).map(({ number }) => number).join(' '),
      minorToDecimal(shippingMinor ?? 0),
      listTax(byRefund.get(refund.id) ?? []),
    ]);
  }
}

/** The tax within a refund, as its newest credit note has it. Empty without one: nobody has said it then. */
function listTax(notes: readonly { taxMinor: number }[]): string {
  const note = notes.at(-1);
  return note ? minorToDecimal(note.taxMinor) : '';
}

/** Streams refunds in batches by the key of an index, as with purchases. */
async function* streamRefunds(db: Queryable, period: RefundPeriod, batchSize: number) {
  let after: SQL | undefined;
  for (;;) {
    const rows = await listRefundRows(db, and(isWithin(paymentRefunds.createdAt, period), after), batchSize);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    if (rows.length < batchSize) return;
    after = sql`(${paymentRefunds.createdAt}, ${paymentRefunds.id}) > (${last.at}::timestamptz, ${last.refund.id})`;
  }
}

function listRefundRows(db: Queryable, where: SQL | undefined, limit: number) {
  return db
    .select({
      refund: paymentRefunds,
      purchase: purchases,
      reason: refunds.reason,
      shippingMinor: refunds.shippingMinor,
      at: sql<string>`${paymentRefunds.createdAt}::text`,
    })
    .from(paymentRefunds)
    .innerJoin(payments, eq(payments.id, paymentRefunds.paymentId))
    .innerJoin(purchases, eq(purchases.id, payments.purchaseId))
    .leftJoin(refunds, eq(refunds.providerRefundId, paymentRefunds.id))
    .where(and(where, eq(payments.state, 'captured'), inArray(paymentRefunds.status, [...EFFECTIVE_REFUND_STATUSES])))
    .orderBy(asc(paymentRefunds.createdAt), asc(paymentRefunds.id))
    .limit(limit);
}

/** The credit notes of these refunds, and the invoices that they correct. */
function listPapersOfRefunds(db: Queryable, batch: readonly { refund: { id: string }; purchase: { id: string } }[]) {
  const refundIds = batch.map(({ refund }) => refund.id);
  const purchaseIds = batch.map(({ purchase }) => purchase.id);
  return db
    .select({
      kind: papers.kind,
      number: papers.number,
      purchaseId: papers.purchaseId,
      refundId: papers.refundId,
      taxMinor:
        sql`(select coalesce(- sum(t.tax_minor), 0) from ${paperTaxes} t where t.paper_id = ${papers.id})`.mapWith(
          Number,
        ),
    })
    .from(papers)
    .where(
      or(
        and(eq(papers.kind, 'credit_note'), inArray(papers.refundId, refundIds)),
        and(eq(papers.kind, 'invoice'), inArray(papers.purchaseId, purchaseIds)),
      ),
    )
    .orderBy(asc(papers.seq));
}
