import { type SQL, sql } from 'drizzle-orm';
import type { listPaymentRefunds } from '#src/features/payments/refunds-and-disputes.server.ts';
import { isEffectiveRefund } from '#src/features/payments/rules.ts';
import { OUT_OF_SYNC, paymentRefunds, payments, webhookEvents } from '#src/features/payments/tables.server.ts';
import { refunds } from '#src/features/refunds/tables.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';

/**
 * Payments with a failed refund from the provider's dashboard that later refunds do not cover. The shop's own failed
 * refunds are `OWN_REFUND_FAILED`, so that none is in both. Uses the index of failed refunds.
 */
const REFUND_FAILED = sql`select f.payment_id from ${paymentRefunds} f where f.status in ('failed', 'canceled')
  and not exists (select from ${refunds} r where r.provider_refund_id = f.id)
  group by f.payment_id having sum(f.amount_minor) > coalesce((select sum(g.amount_minor) from ${paymentRefunds} g
    where g.payment_id = f.payment_id and g.status not in ('failed', 'canceled') and g.created_at >= min(f.created_at)), 0)`;
/** Payments with a failed refund of the shop that nobody has retried. Uses the index of failed refunds. */
export const OWN_REFUND_FAILED = sql`select f.payment_id from ${refunds} f where f.state = 'failed' and f.handled_at is null`;
/**
 * The ids of payments that differ from what the provider says. `limit` ends each branch. Each branch of the union uses
 * its own index; one `or` would not.
 */
export const selectDiffering = (limit = sql``): SQL =>
  sql`(select id from ${payments} where ${OUT_OF_SYNC} ${limit}) union (${REFUND_FAILED} ${limit})`;
/** Whether a webhook event failed too often to be tried again. */
export const STUCK = sql`${webhookEvents.appliedAt} is null and ${webhookEvents.nextAttemptAt} is null`;

/** The condition `REFUND_FAILED` for the refunds of one payment, oldest first. */
export function hasFailedRefund(refunds: Awaited<ReturnType<typeof listPaymentRefunds>>): boolean {
  const failed = refunds.filter(({ status }) => !isEffectiveRefund(status));
  const [first] = failed;
  if (!first) return false;
  const since = refunds.filter(({ status, createdAt }) => isEffectiveRefund(status) && createdAt >= first.createdAt);
  const sum = (of: typeof refunds) => of.reduce((total, { amountMinor }) => total + amountMinor, 0);
  return sum(failed) > sum(since);
}

/** Counts failed webhook events that belong to no payment. */
export async function countUnmatchedEvents(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from ${webhookEvents} e
    where e.applied_at is null and e.next_attempt_at is null
      and not exists (select from ${payments} p where p.intent_id = e.intent_id)`);
  return rows[0]?.count ?? 0;
}

/** The condition `OUT_OF_SYNC` with qualified columns, for queries with joins. */
export const QUALIFIED_OUT_OF_SYNC = sql`(select ${OUT_OF_SYNC} from (values (${payments.state}, ${payments.providerStatus})) as p (state, provider_status))`;

/** How many of a payment's webhook events are stuck. */
export const STUCK_COUNT = sql<string>`(select count(*) from ${webhookEvents} where ${webhookEvents.intentId} = ${payments.intentId} and ${STUCK})`;
