import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Db, Queryable, Tx } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { LAST_CHECKED, paymentDisputes, paymentRefunds, payments } from './tables.server.ts';

export type PaymentRow = typeof payments.$inferSelect;

const UNSETTLED = ['creating', 'open'] as const;

export async function getOpenPayment(db: Queryable, orderId: string): Promise<PaymentRow | null> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, orderId), inArray(payments.state, [...UNSETTLED])))
    .limit(1);
  return row ?? null;
}

export async function insertPayment(
  tx: Tx,
  of: { orderId: string; userId: string; amountCents: number; currency: string },
): Promise<PaymentRow> {
  const [row] = await tx
    .insert(payments)
    .values({ id: newIdentifier(), ...of })
    .returning();
  if (!row) throw new Error('an insert answers its row');
  return row;
}

/** Remembers which intent belongs to this attempt. Does nothing when the attempt has gone on meanwhile, or ended. */
export async function attachIntent(db: Queryable, paymentId: string, intentId: string): Promise<void> {
  await db
    .update(payments)
    .set({ intentId, state: 'open' })
    .where(and(eq(payments.id, paymentId), eq(payments.state, 'creating')));
}

/** Ends an attempt that never got an intent, and never will. */
export async function abandonAttempt(db: Queryable, paymentId: string): Promise<void> {
  await db
    .update(payments)
    .set({ state: 'canceled', settledAt: sql`now()` })
    .where(and(eq(payments.id, paymentId), eq(payments.state, 'creating'), sql`${payments.intentId} is null`));
}

/** The attempt of an intent: by its id, or by the attempt's own id when the provider's answer never reached us. */
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
  const asked = change.providerStatus ? { providerCheckedAt: sql`now()` } : {};
  await db
    .update(payments)
    .set({ ...change, ...asked, settledAt: sql`now()` })
    .where(eq(payments.id, paymentId));
}

/**
 * Claims attempts the provider should be asked about: unsettled for a while, or with a refund due. Each is asked
 * less and less often; other processes leave a claimed one alone.
 */
export async function claimUnsettled(db: Db, options: { olderThanMs: number; limit: number }): Promise<PaymentRow[]> {
  const due = db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        inArray(payments.state, ['creating', 'open', 'refund_due']),
        sql`not (${payments.state} = 'refund_due' and ${DISPUTED})`,
        sql`${payments.createdAt} < now() - make_interval(secs => ${options.olderThanMs / 1000})`,
        sql`(${payments.claimedAt} is null or ${payments.claimedAt} < now() - least(interval '10 minutes',
             make_interval(secs => ${options.olderThanMs / 1000}) + (${payments.claimedAt} - ${payments.createdAt}) / 4))`,
      ),
    )
    // Never asked about before first, so that old attempts nobody pays cannot hold up new ones.
    .orderBy(sql`${payments.claimedAt} asc nulls first`, payments.createdAt)
    .limit(options.limit)
    .for('update', { skipLocked: true });
  return db.update(payments).set({ claimedAt: sql`now()` }).where(inArray(payments.id, due)).returning();
}

/** Notes what the provider said of an intent, unless an asking that began later was noted already. */
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

/** Remembers the intent of an attempt that had ended without one: it was made after all. */
export async function attachLateIntent(db: Queryable, paymentId: string, intentId: string): Promise<void> {
  await db
    .update(payments)
    .set({ intentId })
    .where(and(eq(payments.id, paymentId), eq(payments.state, 'canceled'), isNull(payments.intentId)));
}

/** The database's clock, which all processes of a shop share. */
export async function getDatabaseTime(db: Queryable): Promise<Date> {
  const { rows } = await db.execute<{ now: string }>(sql`select clock_timestamp()::text as now`);
  return new Date(rows[0]?.now ?? Date.now());
}

/** That a bank's dispute stands against giving the money back, and will until it is won. */
const DISPUTED = sql`exists (select from ${paymentDisputes} d where d.payment_id = ${payments.id}
  and d.status in ('needs_response', 'under_review', 'lost'))`;

/** A payment taken up to be asked about, and when it had been asked about before. */
export interface ClaimedPayment {
  id: string;
  previousClaimedAt: Date | null;
}

/**
 * Claims payments that are done with, to be asked about all the same. Settled ones, whose refunds and disputes nobody
 * has told us of for long: every six hours in the first three days and while something is going on, then every three
 * days for as long as a bank may still object. Ended ones, ever less often for a week: their money may have been taken
 * after all. And those whose refund has to wait for the end of a dispute.
 */
export async function claimSettled(db: Db, limit: number): Promise<ClaimedPayment[]> {
  const busy = sql`exists (select from ${paymentDisputes} d where d.payment_id = ${payments.id} and d.status not in ('won', 'lost', 'warning_closed'))
    or exists (select from ${paymentRefunds} r where r.payment_id = ${payments.id} and r.status in ('pending', 'requires_action'))`;
  const settledDue = sql`${LAST_CHECKED} < now() - interval '6 hours' and (${payments.settledAt} > now() - interval '3 days'
    or ${LAST_CHECKED} < now() - interval '3 days' or ${busy})`;
  const endedDue = sql`${payments.intentId} is not null and ${payments.settledAt} > now() - interval '7 days'
    and ${LAST_CHECKED} < now() - greatest(interval '1 hour', ${LAST_CHECKED} - ${payments.settledAt})`;
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ id: payments.id, previousClaimedAt: payments.claimedAt })
      .from(payments)
      .where(
        and(
          sql`state in ('captured', 'refunded', 'canceled', 'refund_due')`,
          sql`${LAST_CHECKED} > now() - interval '120 days'`,
          sql`${payments.settledAt} > now() - interval '120 days'`,
          sql`case ${payments.state} when 'canceled' then ${endedDue}
            when 'refund_due' then ${DISPUTED} and ${LAST_CHECKED} < now() - interval '6 hours' else ${settledDue} end`,
        ),
      )
      .orderBy(LAST_CHECKED)
      .limit(limit)
      .for('update', { skipLocked: true });
    const ids = due.map(({ id }) => id);
    if (ids.length > 0) await tx.update(payments).set({ claimedAt: sql`now()` }).where(inArray(payments.id, ids));
    return due;
  });
}

/** Gives claimed ones back that could not be asked about: they are as due as they were. */
export async function releaseSettled(db: Queryable, claimed: readonly ClaimedPayment[]): Promise<void> {
  for (const { id, previousClaimedAt } of claimed)
    await db.update(payments).set({ claimedAt: previousClaimedAt }).where(eq(payments.id, id));
}
