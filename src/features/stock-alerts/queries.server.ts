import { and, count, eq, inArray, lt, or, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { lockRows } from '#src/platform/worker/claim.server.ts';
import { tools } from '../catalogue/tool/tables.server.ts';
import type { Waiting } from './contract.ts';
import { MAX_ALERTS_PER_ADDRESS, MAX_COUNTED } from './rules.ts';
import { awaitedTools, stockAlertLinks, stockAlerts } from './tables.server.ts';

/** Equals the lifetime of the confirmation link. */
const PENDING_EXPIRY = sql`now() + interval '7 days'`;
const CONFIRMED_EXPIRY = sql`now() + interval '1 year'`;
const ENDED_EXPIRY = sql`now() + interval '30 days'`;

const isConfirmed = eq(stockAlerts.state, 'confirmed');
const isAlive = inArray(stockAlerts.state, ['pending', 'confirmed']);

/** Waits until nobody else changes the alerts of an address. Must be taken before any lock of a row. */
export async function lockAlertsOf(tx: Queryable, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`stock alerts of ${email}`}, 0))`);
}

/**
 * Whether an address is waiting for as many tools as it may. Alerts sent to it within a day count, too, so that it
 * never gets more mails a day. Alerts that others requested in its name do not count. The caller holds the lock of the
 * address.
 */
export async function hasMostAlerts(tx: Queryable, email: string): Promise<boolean> {
  const wasSentToday = and(eq(stockAlerts.state, 'sent'), sql`${stockAlerts.endedAt} > now() - interval '1 day'`);
  const [last] = await tx
    .select({ id: stockAlerts.id })
    .from(stockAlerts)
    .where(and(eq(stockAlerts.email, email), or(isConfirmed, wasSentToday)))
    .offset(MAX_ALERTS_PER_ADDRESS - 1)
    .limit(1);
  return last !== undefined;
}

/** Stores that an address requested an alert for a tool: once as long as it is waiting. */
export async function upsertAlert(
  tx: Queryable,
  alert: { toolId: string; email: string },
): Promise<{ id: string; confirmed: boolean }> {
  const [row] = await tx
    .insert(stockAlerts)
    .values({ id: newIdentifier(), ...alert, expiresAt: PENDING_EXPIRY })
    .onConflictDoUpdate({
      target: [stockAlerts.toolId, stockAlerts.email],
      targetWhere: sql`state in ('pending', 'confirmed')`,
      set: { expiresAt: sql`greatest(${stockAlerts.expiresAt}, ${PENDING_EXPIRY})` },
    })
    .returning({ id: stockAlerts.id, state: stockAlerts.state });
  if (!row) throw new Error('an upsert returns its row');
  return { id: row.id, confirmed: row.state === 'confirmed' };
}

/**
 * Confirms a pending alert and schedules a check of its tool. Returns the state after that. The caller holds the lock.
 */
export async function confirmAlert(tx: Queryable, id: string): Promise<(typeof stockAlerts.$inferSelect)['state']> {
  const [alert] = await tx
    .update(stockAlerts)
    .set({ state: 'confirmed', confirmedAt: sql`now()`, expiresAt: CONFIRMED_EXPIRY })
    .where(and(eq(stockAlerts.id, id), eq(stockAlerts.state, 'pending')))
    .returning({ toolId: stockAlerts.toolId });
  if (!alert) {
    const [other] = await tx.select({ state: stockAlerts.state }).from(stockAlerts).where(eq(stockAlerts.id, id));
    if (!other) throw new Error('a token has its alert');
    return other.state;
  }
  // An open transaction that adds pieces does not make a tool due that nobody is waiting for yet. Therefore this waits
  // for its end.
  await tx.select({ id: tools.id }).from(tools).where(eq(tools.id, alert.toolId)).for('share');
  await tx
    .insert(awaitedTools)
    .values({ id: alert.toolId })
    .onConflictDoUpdate({ target: awaitedTools.id, set: { checkAt: sql`now()` } });
  return 'confirmed';
}

/** Ends an alert, or all alerts of its address. Those that were sent or ended before stay as they are. */
export async function endAlerts(
  tx: Queryable,
  { id, email }: { id: string; email: string },
  all: boolean,
): Promise<void> {
  await tx
    .update(stockAlerts)
    .set({ state: 'ended', endedAt: sql`now()`, expiresAt: ENDED_EXPIRY })
    .where(and(all ? eq(stockAlerts.email, email) : eq(stockAlerts.id, id), isAlive));
}

/**
 * Locks the alerts that have waited longest for a tool until the transaction ends. Skips rows that others have locked.
 */
export function lockConfirmedAlerts(tx: Queryable, toolId: string, limit: number) {
  return lockRows(tx, stockAlerts, {
    where: and(eq(stockAlerts.toolId, toolId), isConfirmed),
    orderBy: [stockAlerts.confirmedAt],
    limit,
  });
}

/** Marks alerts as sent. Their mails are written in the same transaction. */
export async function markAlertsSent(tx: Queryable, ids: readonly string[]): Promise<void> {
  await tx
    .update(stockAlerts)
    .set({ state: 'sent', endedAt: sql`now()`, expiresAt: ENDED_EXPIRY })
    .where(inArray(stockAlerts.id, [...ids]));
}

/** How many people are waiting for a tool: a bounded count. */
export async function countWaitingForTool(db: Queryable, toolId: string): Promise<Waiting> {
  const some = db
    .select({ id: stockAlerts.id })
    .from(stockAlerts)
    .where(and(eq(stockAlerts.toolId, toolId), isConfirmed))
    // The order of the index.
    .orderBy(stockAlerts.confirmedAt)
    .limit(MAX_COUNTED + 1)
    .as('some');
  const [row] = await db.select({ count: count() }).from(some);
  const found = row?.count ?? 0;
  return { waiting: Math.min(found, MAX_COUNTED), more: found > MAX_COUNTED };
}

/**
 * Deletes expired alerts, at most `limit`: unconfirmed ones after seven days, confirmed ones after a year, others 30
 * days after they ended. Returns how many, and the mails about them. Skips rows that another transaction has locked.
 */
export async function deleteExpiredAlerts(
  tx: Queryable,
  limit: number,
): Promise<{ deleted: number; mailIds: string[] }> {
  // Nobody can extend them under this lock; a row that was extended before is no longer selected.
  const expired = await lockRows(tx, stockAlerts, { where: lt(stockAlerts.expiresAt, sql`now()`), limit });
  if (expired.length === 0) return { deleted: 0, mailIds: [] };
  const ids = expired.map(({ id }) => id);
  const written = await tx
    .selectDistinct({ mailId: stockAlertLinks.mailId })
    .from(stockAlertLinks)
    .where(inArray(stockAlertLinks.alertId, ids));
  await tx.delete(stockAlerts).where(inArray(stockAlerts.id, ids));
  return { deleted: ids.length, mailIds: written.map(({ mailId }) => mailId) };
}
