import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db, Queryable, Tx } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { claimRows, lockRows } from '#src/platform/worker/claim.server.ts';
import { LAST_CHECKED, paymentDisputes, paymentRefunds, payments } from './tables.server.ts';

export type PaymentRow = typeof payments.$inferSelect;

const UNSETTLED = ['creating', 'open'] as const;

export async function getOpenPayment(db: Queryable, purchaseId: string): Promise<PaymentRow | null> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.purchaseId, purchaseId), inArray(payments.state, [...UNSETTLED])))
    .limit(1);
  return row ?? null;
}

/** The payment that paid a purchase. Null if it is unpaid. */
export async function getCapturedPayment(db: Queryable, purchaseId: string): Promise<PaymentRow | null> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.purchaseId, purchaseId), eq(payments.state, 'captured')))
    .limit(1);
  return row ?? null;
}

export async function insertPayment(
  tx: Tx,
  values: { purchaseId: string; userId: string; amountMinor: number; currency: string },
): Promise<PaymentRow> {
  const [row] = await tx
    .insert(payments)
    .values({ id: newIdentifier(), ...values })
    .returning();
  if (!row) throw new Error('an insert returns its row');
  return row;
}

/** Stores the intent of an attempt. Does nothing if the attempt is no longer `creating`. */
export async function attachIntent(db: Queryable, paymentId: string, intentId: string): Promise<void> {
  await db
    .update(payments)
    .set({ intentId, state: 'open' })
    .where(and(eq(payments.id, paymentId), eq(payments.state, 'creating')));
}

/** Ends an attempt whose intent was not created and never will be. */
export async function abandonAttempt(db: Queryable, paymentId: string): Promise<void> {
  await db
    .update(payments)
    .set({ state: 'canceled', settledAt: sql`now()` })
    .where(and(eq(payments.id, paymentId), eq(payments.state, 'creating'), sql`${payments.intentId} is null`));
}

/** The payment of an intent, or the payment `paymentId` if the provider's response with the intent was lost. */
export async function getPaymentByIntent(
  db: Queryable,
  intentId: string,
  paymentId: string | null,
): Promise<PaymentRow | null> {
  const byOwnId = paymentId ? and(eq(payments.id, paymentId), sql`${payments.intentId} is null`) : undefined;
  const [row] = await db
    .select()
    .from(payments)
    .where(or(eq(payments.intentId, intentId), byOwnId))
    .limit(1);
  return row ?? null;
}

export async function getPayment(db: Queryable, id: string): Promise<PaymentRow | null> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id)).limit(1);
  return row ?? null;
}

export async function setPaymentState(
  db: Queryable,
  paymentId: string,
  change: { state: PaymentRow['state']; providerStatus?: string; intentId?: string; refundId?: string },
): Promise<void> {
  const checked = change.providerStatus ? { providerCheckedAt: sql`now()` } : {};
  await db
    .update(payments)
    .set({ ...change, ...checked, settledAt: sql`now()` })
    .where(eq(payments.id, paymentId));
}

/** How long an open payment is left to the browser and the webhook, in ms. */
export const RECONCILED_AFTER_MS = 20_000;

/** When an open payment is next to be settled. The interval grows with its age, up to ten minutes. */
export const nextReconciliation = (olderThanMs: number) => {
  const delay = sql`make_interval(secs => ${olderThanMs / 1000})`;
  return sql`coalesce(${payments.claimedAt} + least(interval '10 minutes', ${delay} + (${payments.claimedAt} - ${payments.createdAt}) / 4),
    ${payments.createdAt} + ${delay})`;
};

export const isToReconcile = (olderThanMs: number) =>
  and(
    inArray(payments.state, ['creating', 'open', 'refund_due']),
    sql`not (${payments.state} = 'refund_due' and ${DISPUTED})`,
    sql`${payments.createdAt} < now() - make_interval(secs => ${olderThanMs / 1000})`,
    sql`${nextReconciliation(olderThanMs)} < now()`,
  );

/**
 * Claims payments to settle: unsettled for a while, or with a refund due. Other processes skip a claimed one.
 */
export async function claimForReconciliation(
  db: Db,
  options: { olderThanMs: number; limit: number },
): Promise<PaymentRow[]> {
  return claimRows(db, payments, {
    where: isToReconcile(options.olderThanMs),
    // Payments that were never checked come first, so that old unpaid attempts cannot delay new ones.
    orderBy: [sql`${payments.claimedAt} asc nulls first`, payments.createdAt],
    limit: options.limit,
    set: { claimedAt: sql`now()` },
  });
}

/** Stores an intent's status at the provider, unless a status that was read later is stored already. */
export async function recordProviderStatus(
  db: Queryable,
  paymentId: string,
  providerStatus: string,
  providerCheckedAt: Date,
): Promise<void> {
  await db
    .update(payments)
    .set({ providerStatus, providerCheckedAt })
    .where(
      and(
        eq(payments.id, paymentId),
        or(isNull(payments.providerCheckedAt), lt(payments.providerCheckedAt, providerCheckedAt)),
      ),
    );
}

/** Stores the intent of an attempt that had ended without one. It was created after all. */
export async function attachLateIntent(db: Queryable, paymentId: string, intentId: string): Promise<void> {
  await db
    .update(payments)
    .set({ intentId })
    .where(and(eq(payments.id, paymentId), eq(payments.state, 'canceled'), isNull(payments.intentId)));
}

/** The time by the database's clock, which all processes of a shop share. */
export async function getDatabaseTime(db: Queryable): Promise<Date> {
  const { rows } = await db.execute<{ now: string }>(sql`select clock_timestamp()::text as now`);
  return new Date(rows[0]?.now ?? Date.now());
}

/** Whether a dispute prevents a refund until the shop wins it. */
const DISPUTED = sql`exists (select from ${paymentDisputes} d where d.payment_id = ${payments.id}
  and d.status in ('needs_response', 'under_review', 'lost'))`;

/** A payment claimed for a sync, with the time of its previous claim. */
export interface ClaimedPayment {
  id: string;
  previousClaimedAt: Date | null;
}

/**
 * Claims settled payments to sync with the provider, since a webhook may have been lost. Captured and refunded ones are
 * claimed every six hours for three days and while a refund or dispute is open, after that every three days for as long
 * as a bank may dispute. Canceled ones are claimed less and less often for a week, since their money may have been
 * taken after all. Those whose refund waits for the end of a dispute are claimed, too.
 */
export async function claimForSync(db: Db, limit: number): Promise<ClaimedPayment[]> {
  const hasOpenCase = sql`exists (select from ${paymentDisputes} d where d.payment_id = ${payments.id} and d.status not in ('won', 'lost', 'warning_closed'))
    or exists (select from ${paymentRefunds} r where r.payment_id = ${payments.id} and r.status in ('pending', 'requires_action'))`;
  const settledDue = sql`${LAST_CHECKED} < now() - interval '6 hours' and (${payments.settledAt} > now() - interval '3 days'
    or ${LAST_CHECKED} < now() - interval '3 days' or ${hasOpenCase})`;
  const canceledDue = sql`${payments.intentId} is not null and ${payments.settledAt} > now() - interval '7 days'
    and ${LAST_CHECKED} < now() - greatest(interval '1 hour', ${LAST_CHECKED} - ${payments.settledAt})`;
  return db.transaction(async (tx) => {
    const due = await lockRows(tx, payments, {
      where: and(
        sql`state in ('captured', 'refunded', 'canceled', 'refund_due')`,
        sql`${LAST_CHECKED} > now() - interval '120 days'`,
        sql`${payments.settledAt} > now() - interval '120 days'`,
        sql`case ${payments.state} when 'canceled' then ${canceledDue}
          when 'refund_due' then ${DISPUTED} and ${LAST_CHECKED} < now() - interval '6 hours' else ${settledDue} end`,
      ),
      orderBy: [LAST_CHECKED],
      limit,
    });
    const ids = due.map(({ id }) => id);
    if (ids.length > 0) await tx.update(payments).set({ claimedAt: sql`now()` }).where(inArray(payments.id, ids));
    return due.map(({ id, claimedAt }) => ({ id, previousClaimedAt: claimedAt }));
  });
}

/** Releases claimed payments that could not be synced. They are due at the same time as before the claim. */
export async function releaseFromSync(db: Queryable, claimed: readonly ClaimedPayment[]): Promise<void> {
  for (const { id, previousClaimedAt } of claimed)
    await db.update(payments).set({ claimedAt: previousClaimedAt }).where(eq(payments.id, id));
}
