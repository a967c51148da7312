import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '#src/platform/database.server.ts';
import { DISPUTE_STATES } from '#src/shared/dispute.ts';
import type { ProviderDispute, ProviderRefund } from './provider.server.ts';
import type { PaymentRow } from './queries.server.ts';
import { EFFECTIVE_REFUND_STATUSES, HOLDING_DISPUTE_STATUSES, isEffectiveRefund, toDisputeState } from './rules.ts';
import { paymentDisputes, paymentRefunds, payments } from './tables.server.ts';

/** A payment's refunds and disputes at the provider, with the time at which the request for them began. */
export interface RefundsAndDisputes {
  requestedAt: Date;
  refunds: readonly ProviderRefund[];
  disputes: readonly ProviderDispute[];
}

/**
 * The changes of a payment's refunds: those that have just succeeded, and those that had succeeded and have failed
 * since.
 */
export interface ChangedRefunds {
  succeeded: readonly ProviderRefund[];
  failed: readonly ProviderRefund[];
}

/**
 * Stores refunds and disputes and returns the changes. Returns null if newer ones are stored already. The caller holds
 * the order's lock.
 */
export async function storeRefundsAndDisputes(
  tx: Tx,
  payment: PaymentRow,
  fetched: RefundsAndDisputes,
): Promise<ChangedRefunds | null> {
  const updated = await tx
    .update(payments)
    .set({ refundsSyncedAt: fetched.requestedAt })
    .where(
      and(
        eq(payments.id, payment.id),
        or(isNull(payments.refundsSyncedAt), lt(payments.refundsSyncedAt, fetched.requestedAt)),
      ),
    )
    .returning({ id: payments.id });
  if (updated.length === 0) return null;
  const before = await listPaymentRefunds(tx, [payment.id]);
  const knownIds = new Set(before.filter(({ status }) => status === 'succeeded').map(({ id }) => id));
  for (const refund of fetched.refunds) {
    await tx
      .insert(paymentRefunds)
      .values({ ...refund, paymentId: payment.id })
      .onConflictDoUpdate({ target: paymentRefunds.id, set: { status: refund.status } });
  }
  for (const dispute of fetched.disputes) {
    const { status, dueBy, amountMinor, reason } = dispute;
    await tx
      .insert(paymentDisputes)
      .values({ ...dispute, paymentId: payment.id })
      .onConflictDoUpdate({ target: paymentDisputes.id, set: { status, dueBy, amountMinor, reason } });
  }
  return {
    succeeded: fetched.refunds.filter(({ id, status }) => status === 'succeeded' && !knownIds.has(id)),
    failed: fetched.refunds.filter(({ id, status }) => !isEffectiveRefund(status) && knownIds.has(id)),
  };
}

/** Stores a refund that the shop made. False if it is stored already. The caller holds the purchase's lock. */
export async function storeRefund(tx: Tx, paymentId: string, refund: ProviderRefund): Promise<boolean> {
  const { id, amountMinor, status, createdAt } = refund;
  const inserted = await tx
    .insert(paymentRefunds)
    .values({ id, amountMinor, status, createdAt, paymentId })
    .onConflictDoNothing()
    .returning({ id: paymentRefunds.id });
  return inserted.length > 0;
}

/** How much of a payment was refunded or is about to be, as far as the provider has reported. In minor units. */
export async function sumEffectiveRefunds(db: Queryable, paymentId: string): Promise<number> {
  const [row] = await db
    .select({ minor: sql<string>`coalesce(sum(${paymentRefunds.amountMinor}), 0)` })
    .from(paymentRefunds)
    .where(
      and(eq(paymentRefunds.paymentId, paymentId), inArray(paymentRefunds.status, [...EFFECTIVE_REFUND_STATUSES])),
    );
  return Number(row?.minor ?? 0);
}

/** Whether a dispute withholds the money of a payment, or has taken it. An inquiry does not. */
export async function isDisputed(db: Queryable, paymentId: string): Promise<boolean> {
  const [dispute] = await db
    .select({ id: paymentDisputes.id })
    .from(paymentDisputes)
    .where(
      and(eq(paymentDisputes.paymentId, paymentId), inArray(paymentDisputes.status, [...HOLDING_DISPUTE_STATUSES])),
    )
    .limit(1);
  return dispute !== undefined;
}

export function listPaymentRefunds(db: Queryable, paymentIds: readonly string[]) {
  return db
    .select()
    .from(paymentRefunds)
    .where(inArray(paymentRefunds.paymentId, [...paymentIds]))
    .orderBy(paymentRefunds.createdAt, paymentRefunds.id);
}

export function listPaymentDisputes(db: Queryable, paymentIds: readonly string[]) {
  return db
    .select()
    .from(paymentDisputes)
    .where(inArray(paymentDisputes.paymentId, [...paymentIds]))
    .orderBy(paymentDisputes.createdAt, paymentDisputes.id);
}

interface Summarized {
  refunds: readonly Pick<ProviderRefund, 'status' | 'amountMinor'>[];
  disputes: readonly Pick<ProviderDispute, 'status' | 'dueBy'>[];
}

/** What the order of a payment shows: the total refunded, and the most urgent dispute. */
export function summarizeRefundsAndDisputes({ refunds, disputes }: Summarized) {
  const refundedMinor = refunds
    .filter(({ status }) => isEffectiveRefund(status))
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  const ranked = disputes
    .map(({ status, dueBy }) => ({ state: toDisputeState(status), dueBy }))
    .sort((one, other) => DISPUTE_STATES.indexOf(one.state) - DISPUTE_STATES.indexOf(other.state));
  const [first] = ranked;
  return {
    refundedMinor,
    disputeState: first?.state ?? null,
    disputeDueBy: first?.state === 'needs_answer' ? first.dueBy : null,
  };
}
