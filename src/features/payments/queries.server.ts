import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { Db, Queryable, Tx } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { payments, providerEvents } from './tables.server.ts';

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
  change: { state: PaymentRow['state']; intentId?: string; refundId?: string },
): Promise<void> {
  await db
    .update(payments)
    .set({ ...change, settledAt: sql`now()` })
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

/** Stores an event by its own id. Says whether its effect was applied before. */
export async function recordEvent(
  db: Queryable,
  event: Stripe.Event,
  intentId: string | null,
): Promise<{ applied: boolean }> {
  const [row] = await db
    .insert(providerEvents)
    .values({ id: event.id, type: event.type, intentId, payload: event })
    .onConflictDoUpdate({ target: providerEvents.id, set: { deliveries: sql`${providerEvents.deliveries} + 1` } })
    .returning({ appliedAt: providerEvents.appliedAt });
  return { applied: Boolean(row?.appliedAt) };
}

export async function markEventApplied(db: Queryable, eventId: string): Promise<void> {
  await db
    .update(providerEvents)
    .set({ appliedAt: sql`coalesce(${providerEvents.appliedAt}, now())` })
    .where(eq(providerEvents.id, eventId));
}

/** Removes applied events of more than 90 days ago: the provider repeats one for some days at most. */
export async function deleteOldEvents(db: Queryable): Promise<void> {
  await db
    .delete(providerEvents)
    .where(and(isNotNull(providerEvents.appliedAt), sql`${providerEvents.receivedAt} < now() - interval '90 days'`));
}
