import { and, eq, inArray, or, sql } from 'drizzle-orm';
import type { Db, Queryable, Tx } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { paymentDisputes, paymentRefunds, payments } from './tables.server.ts';

export type PaymentRow = typeof payments.$inferSelect;

const UNSETTLED = ['creating', 'open'] as const;

export async function selectOpenPayment(db: Queryable, orderId: string): Promise<PaymentRow | null> {
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

/** Remembers which intent belongs to this attempt. Does nothing when the attempt has gone on meanwhile. */
export async function attachIntent(db: Queryable, paymentId: string, intentId: string): Promise<void> {
  await db
    .update(payments)
    .set({ intentId, state: 'open' })
    .where(and(eq(payments.id, paymentId), eq(payments.state, 'creating')));
}

/** Ends an attempt that never got an intent, and never will. */
export async function giveUpAttempt(db: Queryable, paymentId: string): Promise<void> {
  await db
    .update(payments)
    .set({ state: 'canceled', settledAt: sql`now()` })
    .where(and(eq(payments.id, paymentId), eq(payments.state, 'creating'), sql`${payments.intentId} is null`));
}

/** The attempt of an intent: by its id, or by the attempt's own id when the provider's answer never reached us. */
export async function selectPaymentOfIntent(
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

export async function selectPayment(db: Queryable, id: string): Promise<PaymentRow | null> {
  const [row] = await db.select().from(payments).where(eq(payments.id, id)).limit(1);
  return row ?? null;
}

export async function setPaymentState(
  db: Queryable,
  paymentId: string,
  change: { state: PaymentRow['state']; providerStatus?: string; intentId?: string; refundId?: string },
): Promise<void> {
  const asked = change.providerStatus ? { askedAt: sql`now()` } : {};
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
        sql`${payments.createdAt} < now() - make_interval(secs => ${options.olderThanMs / 1000})`,
        sql`(${payments.checkedAt} is null or ${payments.checkedAt} < now() - least(interval '10 minutes',
             make_interval(secs => ${options.olderThanMs / 1000}) + (${payments.checkedAt} - ${payments.createdAt}) / 4))`,
      ),
    )
    // Never asked about before first, so that old attempts nobody pays cannot hold up new ones.
    .orderBy(sql`${payments.checkedAt} asc nulls first`, payments.createdAt)
    .limit(options.limit)
    .for('update', { skipLocked: true });
  return db.update(payments).set({ checkedAt: sql`now()` }).where(inArray(payments.id, due)).returning();
}

/** Notes what the provider said of an intent, where it changes nothing else. */
export async function noteProviderStatus(db: Queryable, paymentId: string, providerStatus: string): Promise<void> {
  await db.update(payments).set({ providerStatus, askedAt: sql`now()` }).where(eq(payments.id, paymentId));
}

/**
 * Claims settled payments whose refunds and disputes nobody has told us of for long: every six hours in the first three
 * days and while something is going on, then every three days for as long as a bank may still object.
 */
export async function claimSettled(db: Db, limit: number): Promise<PaymentRow[]> {
  const busy = sql`exists (select from ${paymentDisputes} d where d.payment_id = ${payments.id} and d.status not in ('won', 'lost', 'warning_closed'))
    or exists (select from ${paymentRefunds} r where r.payment_id = ${payments.id} and r.status in ('pending', 'requires_action'))`;
  const due = db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        inArray(payments.state, ['captured', 'refunded']),
        sql`${payments.settledAt} > now() - interval '120 days'`,
        sql`coalesce(${payments.checkedAt}, ${payments.settledAt}) < now() - interval '6 hours'`,
        sql`(${payments.settledAt} > now() - interval '3 days'
             or coalesce(${payments.checkedAt}, ${payments.settledAt}) < now() - interval '3 days' or ${busy})`,
      ),
    )
    .orderBy(sql`${payments.checkedAt} asc nulls first`)
    .limit(limit)
    .for('update', { skipLocked: true });
  return db.update(payments).set({ checkedAt: sql`now()` }).where(inArray(payments.id, due)).returning();
}
