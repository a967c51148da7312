import { desc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { createdBefore } from '#src/platform/paging.server.ts';
import type { PageQuery } from '#src/shared/paging.ts';
import type { Subscriber } from './contract.ts';
import { subscribers } from './tables.server.ts';

/**
 * The subscriber with this address, who is pending now unless they were confirmed; made on first use. The row stays
 * locked until the transaction ends.
 */
export async function lockSubscriber(tx: Queryable, email: string): Promise<{ id: string; confirmed: boolean }> {
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
  if (!row) throw new Error('an insert answers its row');
  return { id: row.id, confirmed: row.state === 'confirmed' };
}

/** A page of subscribers in ascending order of their first subscription. */
export async function listSubscribers(db: Queryable, { limit, before }: PageQuery): Promise<Subscriber[]> {
  const rows = await db
    .select()
    .from(subscribers)
    .where(createdBefore(subscribers, before))
    .orderBy(desc(subscribers.seq))
    .limit(limit);
  return rows.reverse().map((row) => ({
    _id: row.id,
    email: row.email,
    state: row.state,
    createdAt: row.createdAt.toISOString(),
    confirmedAt: row.confirmedAt?.toISOString() ?? null,
    leftAt: row.leftAt?.toISOString() ?? null,
  }));
}

/** Confirms a pending subscriber and says who; null when there was nothing to confirm. */
export async function confirmSubscriber(tx: Queryable, id: string): Promise<{ email: string } | null> {
  const [row] = await tx
    .update(subscribers)
    .set({ state: 'confirmed', confirmedAt: sql`now()` })
    .where(sql`${subscribers.id} = ${id} and ${subscribers.state} = 'pending'`)
    .returning({ email: subscribers.email });
  return row ?? null;
}

/** Nothing is sent to this subscriber any more. */
export async function markLeft(tx: Queryable, id: string): Promise<void> {
  await tx
    .update(subscribers)
    .set({ state: 'left', leftAt: sql`coalesce(${subscribers.leftAt}, now())` })
    .where(eq(subscribers.id, id));
}

/**
 * Erases addresses nobody confirmed while a link could, and those that left thirty days ago. With them go their links.
 */
export async function eraseStaleSubscribers(db: Queryable): Promise<void> {
  await db.execute(sql`
    delete from ${subscribers} s
    where (s.state = 'left' and s.left_at < now() - interval '30 days')
       or (s.state = 'pending' and not exists (
             select from newsletter_links l
             where l.subscriber_id = s.id and l.purpose = 'confirm' and l.expires_at > now()))`);
}
