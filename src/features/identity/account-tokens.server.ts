import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import {
  createOneTimeToken,
  isOneTimeToken,
  type OneTimeTokenState,
  tokenStateColumns,
  toTokenState,
  whereOpenToken,
  whereToken,
} from '#src/platform/one-time-tokens.server.ts';
import { type ACCOUNT_TOKEN_PURPOSES, identityLinks, identityUsers } from './tables.server.ts';

export type AccountTokenPurpose = (typeof ACCOUNT_TOKEN_PURPOSES)[number];

/** What somebody signed up with. It becomes the account's details when they open the link and know the password. */
export interface SignUpDetails {
  displayName: string;
  passwordHash: string;
}

const EXPIRES_AT: Record<AccountTokenPurpose, SQL> = {
  confirm: sql`now() + interval '1 day'`,
  reset: sql`now() + interval '1 hour'`,
};

/**
 * Makes a token for a link in an email, and revokes the one before it. The new token carries `details`; without them,
 * what the old one carried; or else `fallback`. The caller must have locked the account.
 */
export async function issueAccountToken(
  tx: Queryable,
  userId: string,
  purpose: AccountTokenPurpose,
  details?: SignUpDetails,
  fallback?: SignUpDetails | null,
): Promise<string> {
  const { token, tokenHash } = createOneTimeToken();
  const replaced = await tx
    .delete(identityLinks)
    .where(and(eq(identityLinks.userId, userId), eq(identityLinks.purpose, purpose), isNull(identityLinks.usedAt)))
    .returning({ displayName: identityLinks.displayName, passwordHash: identityLinks.passwordHash });
  const carried = details ?? replaced.find(({ passwordHash }) => passwordHash !== null) ?? fallback;
  await tx.insert(identityLinks).values({ tokenHash, userId, purpose, expiresAt: EXPIRES_AT[purpose], ...carried });
  return token;
}

/** The state of a token. Changes nothing, so that a mail scanner that opens links uses nothing up. */
export async function getAccountTokenState(
  db: Queryable,
  purpose: AccountTokenPurpose,
  token: string,
): Promise<OneTimeTokenState> {
  if (!isOneTimeToken(token)) return 'unknown';
  const [row] = await db
    .select(tokenStateColumns(identityLinks))
    .from(identityLinks)
    .where(whereToken(identityLinks, purpose, token));
  return toTokenState(row);
}

/** Uses up a token. Returns whose it is and what it carries, or null when it cannot be used (any more). */
export async function consumeAccountToken(
  tx: Queryable,
  purpose: AccountTokenPurpose,
  token: string,
): Promise<{ userId: string; details: SignUpDetails | null } | null> {
  if (!isOneTimeToken(token)) return null;
  // Issuing a token locks the account first. The same order here avoids a deadlock.
  const owner = tx
    .select({ id: identityLinks.userId })
    .from(identityLinks)
    .where(whereToken(identityLinks, purpose, token));
  await tx.select({ id: identityUsers.id }).from(identityUsers).where(inArray(identityUsers.id, owner)).for('update');
  const [row] = await tx
    .update(identityLinks)
    .set({ usedAt: sql`now()` })
    .where(whereOpenToken(identityLinks, purpose, token))
    .returning();
  if (!row) return null;
  const { userId, displayName, passwordHash } = row;
  return { userId, details: displayName && passwordHash ? { displayName, passwordHash } : null };
}

/** Removes every token of an account that was not used yet. */
export async function revokeOpenTokens(tx: Queryable, userId: string): Promise<void> {
  await tx.delete(identityLinks).where(and(eq(identityLinks.userId, userId), isNull(identityLinks.usedAt)));
}
