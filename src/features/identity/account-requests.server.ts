import { asc, eq, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { identityRequests } from './tables.server.ts';

export type AccountRequest = typeof identityRequests.$inferSelect;
export type NewAccountRequest = Pick<AccountRequest, 'kind' | 'email'> & {
  displayName?: string;
  passwordHash?: string;
};

/** Writes a request down. The same work whoever it is about, so that its answer tells nothing. */
export async function insertAccountRequest(db: Queryable, request: NewAccountRequest): Promise<void> {
  await db.insert(identityRequests).values({ id: newIdentifier(), ...request });
}

/** The next request, gone with the caller's transaction; those that failed before come last. */
export async function claimAccountRequest(tx: Queryable): Promise<AccountRequest | null> {
  const [next] = await tx
    .select()
    .from(identityRequests)
    .orderBy(asc(identityRequests.attempts), asc(identityRequests.seq))
    .limit(1)
    .for('update', { skipLocked: true });
  if (!next) return null;
  await tx.delete(identityRequests).where(eq(identityRequests.id, next.id));
  return next;
}

/** Puts a request that failed behind all others. */
export async function requeueAccountRequest(db: Queryable, id: string): Promise<void> {
  await db
    .update(identityRequests)
    .set({ attempts: sql`${identityRequests.attempts} + 1` })
    .where(eq(identityRequests.id, id));
}
