import { and, eq, lte, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { claimRows } from '#src/platform/worker/claim.server.ts';
import { awaitedTools } from './tables.server.ts';

/** Longer than a batch takes. After it, the tool of a dead process is checked again. */
const LEASE = '60 seconds';

export const DUE_TOOLS = lte(awaitedTools.checkAt, sql`now()`);

/** Claims tools that somebody is waiting for and that are due to be checked. */
export function claimAwaitedTools(db: Queryable, limit: number): Promise<(typeof awaitedTools.$inferSelect)[]> {
  return claimRows(db, awaitedTools, {
    where: DUE_TOOLS,
    orderBy: [awaitedTools.checkAt],
    limit,
    set: { checkAt: sql`now() + ${LEASE}::interval` },
  });
}

/** The claim is still valid. Adding pieces or confirming an alert meanwhile makes the tool due again. */
const isClaimed = (toolId: string) =>
  and(eq(awaitedTools.id, toolId), sql`${awaitedTools.checkAt} > clock_timestamp()`);

/** Schedules the next check of a claimed tool in this many seconds, unless it is due earlier. */
export async function checkAgainIn(db: Queryable, toolId: string, seconds: number): Promise<void> {
  await db
    .update(awaitedTools)
    .set({ checkAt: sql`now() + make_interval(secs => ${seconds})` })
    .where(isClaimed(toolId));
}

/** Deletes a claimed tool that nobody is waiting for. An alert that is confirmed meanwhile brings it back. */
export async function deleteUnawaited(db: Queryable, toolId: string): Promise<void> {
  // In the order of its index: after a million sent alerts, the planner would still expect to find one in the table
  // soon.
  const first = sql`(select id from stock_alerts where tool_id = ${toolId} and state = 'confirmed' order by confirmed_at limit 1)`;
  await db.delete(awaitedTools).where(and(isClaimed(toolId), sql`${first} is null`));
}
