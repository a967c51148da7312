import { and, eq, inArray, lt, or, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { foldedText, listPageIdsWith } from '#src/platform/folded-search.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { readList, readRows } from '#src/platform/lists.server.ts';
import { lockRows } from '#src/platform/worker/claim.server.ts';
import type { Subscriber, SubscriberListQuery } from './contract.ts';
import { newsletterLinks, subscribers } from './tables.server.ts';

type SubscriberState = typeof subscribers.$inferSelect.state;

const stale = or(
  and(eq(subscribers.state, 'left'), lt(subscribers.leftAt, sql`now() - interval '30 days'`)),
  and(
    eq(subscribers.state, 'pending'),
    sql`not exists (select from ${newsletterLinks} where ${newsletterLinks.subscriberId} = ${subscribers.id}
        and ${newsletterLinks.purpose} = 'confirm' and ${newsletterLinks.expiresAt} > now())`,
  ),
);

/**
 * Creates the subscriber, or makes one who has unsubscribed pending again. The row stays locked until the transaction
 * ends.
 */
export async function upsertSubscriber(tx: Queryable, email: string): Promise<{ id: string; confirmed: boolean }> {
  const [row] = await tx
    .insert(subscribers)
    .values({ id: newIdentifier(), email })
    .onConflictDoUpdate({
      target: subscribers.email,
      set: {
        state: sql`case ${subscribers.state} when 'confirmed' then 'confirmed' else 'pending' end`,
        leftAt: null,
      },
    })
    .returning({ id: subscribers.id, state: subscribers.state });
  if (!row) throw new Error('an upsert returns its row');
  return { id: row.id, confirmed: row.state === 'confirmed' };
}

const searchColumn = foldedText(subscribers.email);

/** Subscribers, in the order of their first subscription. */
export function listSubscribers(db: Queryable, query: SubscriberListQuery) {
  const filter = { narrow: query.state && eq(subscribers.state, query.state), keys: { email: subscribers.email } };
  return readList(db, query, {
    table: subscribers,
    search: (source) => listPageIdsWith(source, subscribers, searchColumn, filter, query),
    read: async (source, ids) => (await readRows(source, subscribers, ids)).map(toWireSubscriber),
  });
}

function toWireSubscriber(row: typeof subscribers.$inferSelect): Subscriber {
  return {
    _id: row.id,
    email: row.email,
    state: row.state,
    createdAt: row.createdAt.toISOString(),
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
    leftAt: row.leftAt?.toISOString() ?? null,
  };
}

/** Confirms a pending subscriber. The caller holds the lock. Returns the address and the state after it. */
export async function confirmSubscriber(
  tx: Queryable,
  id: string,
): Promise<{ email: string; state: SubscriberState; changed: boolean }> {
  const [confirmed] = await tx
    .update(subscribers)
    .set({ state: 'confirmed', confirmedAt: sql`now()` })
    .where(and(eq(subscribers.id, id), eq(subscribers.state, 'pending')))
    .returning({ email: subscribers.email, state: subscribers.state });
  if (confirmed) return { ...confirmed, changed: true };
  const [other] = await tx
    .select({ email: subscribers.email, state: subscribers.state })
    .from(subscribers)
    .where(eq(subscribers.id, id));
  if (!other) throw new Error('a token has its subscriber');
  return { ...other, changed: false };
}

/** Sets the state to `left`, which ends all newsletters. */
export async function markLeft(tx: Queryable, id: string): Promise<void> {
  await tx
    .update(subscribers)
    .set({ state: 'left', leftAt: sql`coalesce(${subscribers.leftAt}, now())` })
    .where(eq(subscribers.id, id));
}

/**
 * Locks stale subscribers until the transaction ends, at most `limit`: pending ones whose links have expired, and those
 * who unsubscribed thirty days ago. Rows that another transaction has locked are skipped.
 */
export async function lockStaleSubscribers(tx: Queryable, limit: number): Promise<string[]> {
  const rows = await lockRows(tx, subscribers, { where: stale, limit });
  return rows.map((row) => row.id);
}

/** Deletes those of these subscribers that are still stale, with their links. Returns their addresses. */
export async function deleteIfStale(tx: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .delete(subscribers)
    .where(and(inArray(subscribers.id, [...ids]), stale))
    .returning({ email: subscribers.email });
  return rows.map((row) => row.email);
}
