import { eq, sql } from 'drizzle-orm';
import type { Tx } from '#src/platform/database.server.ts';
import { toAccountId } from './account-ownership.server.ts';
import { accessTokens, identitySessions, identitySigningKeys, signIns, type users } from './tables.server.ts';

/**
 * Ends every session of a user: access tokens, sessions of the embedded identity service, and sign-ins at a hosted one.
 * Their ID tokens are not exchanged again.
 */
export async function endUserSessions(tx: Tx, user: Pick<typeof users.$inferSelect, 'id' | 'subject'>): Promise<void> {
  const { id, subject } = user;
  const accountId = toAccountId(subject);
  if (accountId) await tx.delete(identitySessions).where(eq(identitySessions.userId, accountId));
  // The key of a sign-in begins with the subject.
  else if (subject)
    await tx
      .update(signIns)
      .set({ endedAt: sql`now()` })
      .where(sql`starts_with(${signIns.key}, ${`${subject}|`}) and ${signIns.endedAt} is null`);
  await tx.delete(accessTokens).where(eq(accessTokens.userId, id));
}

/**
 * Ends every session of the embedded identity service and deletes its signing keys, which only the former secret can
 * read. The service creates new ones when it needs them.
 */
export async function endAllSessions(tx: Tx): Promise<void> {
  await tx.delete(identitySessions);
  await tx.delete(identitySigningKeys);
}
