import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { lockRows } from '#src/platform/worker/claim.server.ts';
import { accountRequests } from './tables.server.ts';

export type AccountRequest = typeof accountRequests.$inferSelect;
export type NewAccountRequest = Pick<AccountRequest, 'kind' | 'email'> & {
  displayName?: string;
  passwordHash?: string;
};

/** Stores a request. Known and unknown addresses cost the same, so that the response tells nothing. */
export async function insertAccountRequest(db: Queryable, request: NewAccountRequest): Promise<void> {
  await db.insert(accountRequests).values({ id: newIdentifier(), ...request });
}

/** The next requests, deleted by the caller's transaction. Those that failed before come last. */
export async function claimAccountRequests(tx: Queryable, limit: number): Promise<AccountRequest[]> {
  const requests = await lockRows(tx, accountRequests, {
    where: undefined,
    orderBy: [accountRequests.attempts, accountRequests.seq],
    limit,
  });
  for (const { id } of requests) await tx.delete(accountRequests).where(eq(accountRequests.id, id));
  return requests;
}

/** Puts a request that failed behind all others, once its transaction is rolled back. */
export async function requeueAccountRequest(db: Queryable, id: string): Promise<void> {
  await db
    .update(accountRequests)
    .set({ attempts: sql`${accountRequests.attempts} + 1` })
    .where(eq(accountRequests.id, id));
}
