import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import {
  createToken,
  getTokenState,
  hashToken,
  isTokenFormat,
  type TokenState,
} from '#src/platform/one-time-token.server.ts';
import { type ACCOUNT_TOKEN_PURPOSES, identityLinks, identityUsers } from './tables.server.ts';

export type AccountTokenPurpose = (typeof ACCOUNT_TOKEN_PURPOSES)[number];

export type AccountTokenState = TokenState;

/** What somebody signed up with, to become theirs when they open the link and know the password. */
export interface SignUpDetails {
  displayName: string;
  passwordHash: string;
}

const EXPIRES_AT: Record<AccountTokenPurpose, SQL> = {
  confirm: sql`now() + interval '1 day'`,
  reset: sql`now() + interval '1 hour'`,
};

/**
 * Makes a link for a letter and answers its token, which stands in that letter alone. The one before it dies; what was
 * to become theirs by that one goes along, unless `details` replace it; `otherwise` where there was none. The person
 * must be locked.
 */
export async function issueAccountToken(
  tx: Queryable,
  userId: string,
  purpose: AccountTokenPurpose,
  details?: SignUpDetails,
  fallback?: SignUpDetails | null,
): Promise<string> {
  const token = createToken();
  const replaced = await tx
    .delete(identityLinks)
    .where(and(eq(identityLinks.userId, userId), eq(identityLinks.purpose, purpose), isNull(identityLinks.usedAt)))
    .returning({ displayName: identityLinks.displayName, passwordHash: identityLinks.passwordHash });
  const stored = details ?? replaced.find(({ passwordHash }) => passwordHash !== null) ?? fallback;
  await tx
    .insert(identityLinks)
    .values({ tokenHash: hashToken(token), userId, purpose, expiresAt: EXPIRES_AT[purpose], ...stored });
  return token;
}

/** Says what a link is good for and changes nothing: whoever only looks at it, a mail scanner for one, uses nothing up. */
export async function getAccountTokenState(
  db: Queryable,
  purpose: AccountTokenPurpose,
  token: string,
): Promise<AccountTokenState> {
  if (!isTokenFormat(token)) return 'unknown';
  const [row] = await db
    .select({
      used: sql<boolean>`${identityLinks.usedAt} is not null`,
      expired: sql<boolean>`${identityLinks.expiresAt} <= now()`,
    })
    .from(identityLinks)
    .where(whereTokenAndPurpose(purpose, token));
  return row ? getTokenState(row) : 'unknown';
}

/** Uses up a link: whose it is and what becomes theirs, or null when it is not good for that (any more). */
export async function consumeAccountToken(
  tx: Queryable,
  purpose: AccountTokenPurpose,
  token: string,
): Promise<{ userId: string; details: SignUpDetails | null } | null> {
  if (!isTokenFormat(token)) return null;
  // Who makes a link locks its person first; so does this, lest the two wait for each other.
  const owner = tx.select({ id: identityLinks.userId }).from(identityLinks).where(whereTokenAndPurpose(purpose, token));
  await tx.select({ id: identityUsers.id }).from(identityUsers).where(inArray(identityUsers.id, owner)).for('update');
  const [row] = await tx
    .update(identityLinks)
    .set({ usedAt: sql`now()` })
    .where(
      and(whereTokenAndPurpose(purpose, token), isNull(identityLinks.usedAt), sql`${identityLinks.expiresAt} > now()`),
    )
    .returning();
  if (!row) return null;
  const { userId, displayName, passwordHash } = row;
  return { userId, details: displayName && passwordHash ? { displayName, passwordHash } : null };
}

/** Removes every link of a person that was not used yet. */
export async function revokeOpenTokens(tx: Queryable, userId: string): Promise<void> {
  await tx.delete(identityLinks).where(and(eq(identityLinks.userId, userId), isNull(identityLinks.usedAt)));
}

function whereTokenAndPurpose(purpose: AccountTokenPurpose, token: string) {
  return and(whereToken(token), eq(identityLinks.purpose, purpose));
}

/** Finds the link of a token. */
export function whereToken(token: string): SQL {
  return eq(identityLinks.tokenHash, hashToken(token));
}
