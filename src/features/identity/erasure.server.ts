import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Queryable, Tx } from '#src/platform/database.server.ts';
import { toAccountId } from './account-ownership.server.ts';
import type { UserRow } from './queries.server.ts';
import { FRESH_SIGN_IN_MINUTES } from './rules.ts';
import { accessTokens, accountRequests, identitySessions, identityUsers, users } from './tables.server.ts';
import { endUserSessions } from './user-sessions.server.ts';

/**
 * Whether the sender of this token has just signed in. A stolen token, or a browser that was left open, is not enough
 * for what cannot be undone. The key of a sign-in at a hosted service ends with its time.
 */
export async function isSignInFresh(db: Queryable, authorization: string | undefined): Promise<boolean> {
  const [, token = ''] = /^Bearer (\S+)$/i.exec(authorization ?? '') ?? [];
  const tokenHash = createHash('sha256').update(token).digest('base64url');
  const [row] = await db
    .select({
      fresh: sql<boolean>`coalesce(${identitySessions.createdAt},
        to_timestamp(substring(${accessTokens.signIn} from '\\|(\\d{1,12})$')::bigint)) > now() - make_interval(mins => ${FRESH_SIGN_IN_MINUTES})`,
    })
    .from(accessTokens)
    .leftJoin(identitySessions, eq(identitySessions.id, accessTokens.sessionId))
    .where(eq(accessTokens.tokenHash, tokenHash));
  return row?.fresh === true;
}

/**
 * Ends all sign-ins of a user, deletes their account, and removes name and address from their row. The row stays,
 * because purchases need an owner. The address can sign up again. The caller holds the locks of account and user.
 */
export async function eraseUser(tx: Tx, user: UserRow): Promise<void> {
  await endUserSessions(tx, user);
  const accountId = toAccountId(user.subject);
  if (accountId) await tx.delete(identityUsers).where(eq(identityUsers.id, accountId));
  await tx.delete(accountRequests).where(eq(accountRequests.email, user.email));
  await tx
    .update(users)
    .set({
      email: `deleted-${user.seq}@deleted.invalid`,
      displayName: 'Deleted account',
      subject: null,
      emailConfirmed: false,
      role: 'customer',
      owner: false,
      disabledAt: sql`now()`,
      disabledReason: null,
      erasedAt: sql`now()`,
    })
    .where(eq(users.id, user.id));
}
