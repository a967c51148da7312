import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm';
import type { Queryable, Tx } from '#src/platform/database.server.ts';
import { DISPUTE_STATES } from '#src/shared/dispute.ts';
import type { ProviderDispute, ProviderRefund } from './provider.server.ts';
import type { PaymentRow } from './queries.server.ts';
import { isEffectiveRefund, toDisputeState } from './rules.ts';
import { paymentDisputes, paymentRefunds, payments } from './tables.server.ts';

/** What the provider said of a payment's refunds and disputes, and when the asking began. */
export interface RefundsAndDisputes {
  requestedAt: Date;
  refunds: readonly ProviderRefund[];
  disputes: readonly ProviderDispute[];
}

/**
 * Stores it, unless an asking that began later was stored already. Answers the refunds that have
 * now given money back, or null when it was too late. The caller holds the order's lock.
 */
export async function storeRefundsAndDisputes(
  tx: Tx,
  payment: PaymentRow,
  read: RefundsAndDisputes,
): Promise<ProviderRefund[] | null> {
  const noted = await tx
    .update(payments)
    .set({ refundsSyncedAt: read.requestedAt })
    .where(
      and(
        eq(payments.id, payment.id),
        or(isNull(payments.refundsSyncedAt), lt(payments.refundsSyncedAt, read.requestedAt)),
      ),
    )
    .returning({ id: payments.id });
  if (noted.length === 0) return null;
  const before = await listPaymentRefunds(tx, [payment.id]);
  const known = new Set(before.filter(({ status }) => status === 'succeeded').map(({ id }) => id));
  for (const refund of read.refunds) {
    await tx
      .insert(paymentRefunds)
      .values({ ...refund, paymentId: payment.id })
      .onConflictDoUpdate({ target: paymentRefunds.id, set: { status: refund.status } });
  }
  for (const dispute of read.disputes) {
    const { status, dueBy, amountCents, reason } = dispute;
    await tx
      .insert(paymentDisputes)
      .values({ ...dispute, paymentId: payment.id })
      .onConflictDoUpdate({ target: paymentDisputes.id, set: { status, dueBy, amountCents, reason } });
  }
  return read.refunds.filter(({ id, status }) => status === 'succeeded' && !known.has(id));
}

/** Stores a refund of the shop's own making. The caller holds the order's lock. */
export async function storeRefund(tx: Tx, paymentId: string, refund: ProviderRefund): Promise<void> {
  const { id, amountCents, status, createdAt } = refund;
  await tx.insert(paymentRefunds).values({ id, amountCents, status, createdAt, paymentId }).onConflictDoNothing();
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

/** What refunds and disputes come to for the order that stands on their payment: of several disputes the most pressing. */
export function summarizeRefundsAndDisputes({ refunds, disputes }: Pick<RefundsAndDisputes, 'refunds' | 'disputes'>) {
  const refundedCents = refunds
    .filter(({ status }) => isEffectiveRefund(status))
    .reduce((sum, { amountCents }) => sum + amountCents, 0);
  const ranked = disputes
    .map(({ status, dueBy }) => ({ state: toDisputeState(status), dueBy }))
    .sort((one, other) => DISPUTE_STATES.indexOf(one.state) - DISPUTE_STATES.indexOf(other.state));
  const [first] = ranked;
  return {
    refundedCents,
    disputeState: first?.state ?? null,
    disputeDueBy: first?.state === 'needs_answer' ? first.dueBy : null,
  };
}
