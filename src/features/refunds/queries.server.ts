import { and, asc, desc, eq, gt, isNull, lte, ne, sql } from 'drizzle-orm';
import type { Db, Queryable, Tx } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { claimRows } from '#src/platform/worker/claim.server.ts';
import { paymentRefunds } from '../payments/tables.server.ts';
import { MAX_REFUNDS, type RefundedPieces, refundRetryDelaySeconds } from './rules.ts';
import { refundLines, refunds } from './tables.server.ts';

export type RefundRow = typeof refunds.$inferSelect;

/** A line of a refund that is about to be stored. */
export interface NewRefundLine {
  orderId: string;
  quantity: number;
  canceledQuantity: number;
  amountMinor: number;
  /** What these pieces cost. */
  priceMinor: number;
  restockedQuantity: number;
}

/** After a refund was claimed or stored, its process has this long to ask the provider before another process does. */
const LEASE = sql`interval '2 minutes'`;

/**
 * Stores a refund that the provider was not asked for yet, or one that was made there. Failed refunds of the purchase
 * count as dealt with.
 */
export async function insertRefund(
  tx: Tx,
  values: Pick<
    RefundRow,
    | 'purchaseId'
    | 'paymentId'
    | 'amountMinor'
    | 'reason'
    | 'cancels'
    | 'requestedBy'
    | 'idempotencyKey'
    | 'idempotencyFingerprint'
  > &
    Partial<Pick<RefundRow, 'providerRefundId' | 'shippingMinor'>>,
  lines: readonly NewRefundLine[],
): Promise<RefundRow> {
  await tx
    .update(refunds)
    .set({ handledAt: sql`now()` })
    .where(and(eq(refunds.purchaseId, values.purchaseId), eq(refunds.state, 'failed'), isNull(refunds.handledAt)));
  const [row] = await tx
    .insert(refunds)
    .values({ id: newIdentifier(), ...values, attempts: 1, nextAttemptAt: sql`now() + ${LEASE}` })
    .returning();
  if (!row) throw new Error('an insert returns its row');
  if (lines.length > 0) await tx.insert(refundLines).values(lines.map((line) => ({ refundId: row.id, ...line })));
  return row;
}

/** Marks a failed refund as dealt with. False if it has not failed, or was dealt with before. */
export async function setRefundHandled(tx: Tx, refund: Pick<RefundRow, 'id' | 'purchaseId'>): Promise<boolean> {
  const { rowCount } = await tx
    .update(refunds)
    .set({ handledAt: sql`now()` })
    .where(
      and(
        eq(refunds.id, refund.id),
        eq(refunds.purchaseId, refund.purchaseId),
        eq(refunds.state, 'failed'),
        isNull(refunds.handledAt),
      ),
    );
  return rowCount === 1;
}

export async function getRefund(db: Queryable, id: string): Promise<RefundRow | null> {
  const [row] = await db.select().from(refunds).where(eq(refunds.id, id)).limit(1);
  return row ?? null;
}

export async function getRefundByIdempotencyKey(db: Queryable, purchaseId: string, key: string) {
  const [row] = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.purchaseId, purchaseId), eq(refunds.idempotencyKey, key)))
    .limit(1);
  return row ? { refund: row, fingerprint: row.idempotencyFingerprint } : null;
}

/** The refund that cancels a purchase or is about to. Null if it has failed. */
export async function getCancelingRefund(db: Queryable, purchaseId: string): Promise<RefundRow | null> {
  const [row] = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.purchaseId, purchaseId), eq(refunds.cancels, true), sql`${refunds.state} <> 'failed'`))
    .limit(1);
  return row ?? null;
}

/** How many refunds a purchase has had. Their number is limited. */
export async function countRefunds(db: Queryable, purchaseId: string): Promise<number> {
  const some = db.select().from(refunds).where(eq(refunds.purchaseId, purchaseId)).limit(MAX_REFUNDS).as('some');
  return db.$count(some);
}

/** The sum of the shop's own refunds of a payment that the provider has not reported yet, in minor units. */
export async function sumUnknownRefunds(db: Queryable, paymentId: string): Promise<number> {
  const [row] = await db
    .select({ minor: sql<string>`coalesce(sum(${refunds.amountMinor}), 0)` })
    .from(refunds)
    .leftJoin(paymentRefunds, eq(paymentRefunds.id, refunds.providerRefundId))
    .where(and(eq(refunds.paymentId, paymentId), sql`${refunds.state} <> 'failed'`, isNull(paymentRefunds.id)));
  return Number(row?.minor ?? 0);
}

/** The pieces that the refunds of a purchase name, except failed ones, by line. */
export async function listRefundedPieces(db: Queryable, purchaseId: string): Promise<Map<string, RefundedPieces[]>> {
  const rows = await db
    .select({
      orderId: refundLines.orderId,
      quantity: refundLines.quantity,
      amountMinor: refundLines.amountMinor,
      priceMinor: refundLines.priceMinor,
    })
    .from(refundLines)
    .innerJoin(refunds, eq(refunds.id, refundLines.refundId))
    .where(and(eq(refunds.purchaseId, purchaseId), ne(refunds.state, 'failed')));
  return Map.groupBy(rows, ({ orderId }) => orderId);
}

export async function listRefundLines(db: Queryable, refundId: string) {
  return db.select().from(refundLines).where(eq(refundLines.refundId, refundId)).orderBy(asc(refundLines.orderId));
}

export const DUE_REFUNDS = lte(refunds.nextAttemptAt, sql`now()`);

/** Claims refunds to which the provider has not responded, longest due first. Other processes skip them meanwhile. */
export function claimDueRefunds(db: Db, limit: number): Promise<RefundRow[]> {
  return claimRows(db, refunds, {
    where: DUE_REFUNDS,
    orderBy: [refunds.nextAttemptAt],
    limit,
    set: { attempts: sql`${refunds.attempts} + 1`, nextAttemptAt: sql`now() + ${LEASE}` },
  });
}

/** Schedules the next attempt of a refund to which the provider has not responded. */
export async function recordFailedRefundAttempt(
  db: Queryable,
  { id, attempts }: Pick<RefundRow, 'id' | 'attempts'>,
  why: string,
): Promise<void> {
  await db
    .update(refunds)
    .set({
      lastError: why.slice(0, 300),
      nextAttemptAt: sql`now() + make_interval(secs => ${refundRetryDelaySeconds(attempts)})`,
    })
    .where(and(eq(refunds.id, id), eq(refunds.state, 'requested')));
}

/** Stores which of the provider's refunds is which of the shop's own, by their metadata. */
export async function linkProviderRefunds(
  tx: Tx,
  paymentId: string,
  fetched: readonly { id: string; refundId: string | null; amountMinor: number }[],
): Promise<void> {
  const own = fetched.filter(({ refundId }) => refundId !== null);
  if (own.length === 0) return;
  await tx.execute(sql`
    update ${refunds} r set provider_refund_id = f.id
    from unnest(${sql.param(own.map(({ id }) => id))}::text[], ${sql.param(own.map(({ refundId }) => refundId))}::text[],
      ${sql.param(own.map(({ amountMinor }) => amountMinor))}::bigint[]) as f (id, refund_id, amount_minor)
    where r.id = f.refund_id and r.payment_id = ${paymentId} and r.amount_minor = f.amount_minor and r.provider_refund_id is null`);
}

/** The shop's own refunds of a payment that the provider knows, each with its status there. */
export async function listRefundsWithStatus(db: Queryable, paymentId: string) {
  return db
    .select({ refund: refunds, status: paymentRefunds.status })
    .from(refunds)
    .innerJoin(paymentRefunds, eq(paymentRefunds.id, refunds.providerRefundId))
    .where(eq(refunds.paymentId, paymentId))
    .orderBy(asc(refunds.seq));
}

/** Changes the state of a refund. Only a `requested` one is due to be tried again. */
export async function setRefundState(
  db: Queryable,
  id: string,
  { state, lastError = null }: { state: Exclude<RefundRow['state'], 'requested'>; lastError?: string | null },
): Promise<void> {
  await db
    .update(refunds)
    .set({
      state,
      lastError: lastError?.slice(0, 300) ?? null,
      nextAttemptAt: null,
      settledAt: state === 'pending' ? null : sql`now()`,
      handledAt: null,
    })
    .where(eq(refunds.id, id));
}

/** Stores how many pieces of a refunded line are back in stock because of it, or were not shipped. */
export async function setRefundedPieces(
  db: Queryable,
  { refundId, orderId }: { refundId: string; orderId: string },
  pieces: { restockedQuantity: number } | { canceledQuantity: number },
): Promise<void> {
  await db
    .update(refundLines)
    .set(pieces)
    .where(and(eq(refundLines.refundId, refundId), eq(refundLines.orderId, orderId)));
}

/** The pieces of a purchase that were refunded after they were shipped, newest refund first. */
export async function listShippedRefundLines(db: Queryable, purchaseId: string) {
  return db
    .select({
      refundId: refundLines.refundId,
      orderId: refundLines.orderId,
      quantity: refundLines.quantity,
      canceledQuantity: refundLines.canceledQuantity,
      restockedQuantity: refundLines.restockedQuantity,
    })
    .from(refundLines)
    .innerJoin(refunds, eq(refunds.id, refundLines.refundId))
    .where(
      and(
        eq(refunds.purchaseId, purchaseId),
        ne(refunds.state, 'failed'),
        gt(refundLines.quantity, refundLines.canceledQuantity),
      ),
    )
    .orderBy(desc(refunds.seq));
}
