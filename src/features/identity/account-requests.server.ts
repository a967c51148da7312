import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { lockRows } from '#src/platform/worker/claim.server.ts';
import { identityRequests } from './tables.server.ts';

export type AccountRequest = typeof identityRequests.$inferSelect;
export type NewAccountRequest = Pick<AccountRequest, 'kind' | 'email'> & {
  displayName?: string;
  passwordHash?: string;
};

/** Stores a request. Known and unknown addresses cost the same, so that the response tells nothing. */
export async function insertAccountRequest(db: Queryable, request: NewAccountRequest): Promise<void> {
  await db.insert(identityRequests).values({ id: newIdentifier(), ...request });
}

/** The next requests, deleted by the caller's transaction. Those that failed before come last. */
export async function claimAccountRequests(tx: Queryable, limit: number): Promise<AccountRequest[]> {
  const requests = await lockRows(tx, identityRequests, {
    where: undefined,
    orderBy: [identityRequests.attempts, identityRequests.seq],
    limit,
  });
  for (const { id } of requests) await tx.delete(identityRequests).where(eq(identityRequests.id, id));
  return requests;
}

/** Puts a request that failed behind all others, once its transaction is rolled back. */
export async function requeueAccountRequest(db: Queryable, id: string): Promise<void> {
  await db
    .update(identityRequests)
    .set({ attempts: sql`${identityRequests.attempts} + 1` })
    .where(eq(identityRequests.id, id));
}
