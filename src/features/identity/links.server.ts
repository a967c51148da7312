import { createHash, randomBytes } from 'node:crypto';
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { identityLinks, identityUsers, type LINK_PURPOSES } from './tables.server.ts';

export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/** What a link is good for: `open` to be used, `used` before, `expired`, or `unknown`, as one is that a newer one replaced. */
export type LinkState = 'open' | 'used' | 'expired' | 'unknown';

/** What somebody signed up with, to become theirs when they open the link and know the password. */
export interface SignUpDetails {
  displayName: string;
  passwordHash: string;
}

const LIFETIME: Record<LinkPurpose, SQL> = {
  confirm: sql`now() + interval '1 day'`,
  reset: sql`now() + interval '1 hour'`,
};

/**
 * Makes a link for a letter and answers its token, which stands in that letter alone. The one before it dies; what was
 * to become theirs by that one goes along, unless `details` replace it; `otherwise` where there was none. The person
 * must be locked.
 */
export async function makeLink(
  tx: Queryable,
  userId: string,
  purpose: LinkPurpose,
  details?: SignUpDetails,
  otherwise?: SignUpDetails | null,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const replaced = await tx
    .delete(identityLinks)
    .where(and(eq(identityLinks.userId, userId), eq(identityLinks.purpose, purpose), isNull(identityLinks.usedAt)))
    .returning({ displayName: identityLinks.displayName, passwordHash: identityLinks.passwordHash });
  const kept = details ?? replaced.find(({ passwordHash }) => passwordHash !== null) ?? otherwise;
  await tx
    .insert(identityLinks)
    .values({ tokenHash: hashOf(token), userId, purpose, expiresAt: LIFETIME[purpose], ...kept });
  return token;
}

/** Says what a link is good for and changes nothing: whoever only looks at it, a mail scanner for one, uses nothing up. */
export async function readLink(db: Queryable, purpose: LinkPurpose, token: string): Promise<LinkState> {
  if (!looksLikeToken(token)) return 'unknown';
  const [row] = await db
    .select({
      used: sql<boolean>`${identityLinks.usedAt} is not null`,
      expired: sql<boolean>`${identityLinks.expiresAt} <= now()`,
    })
    .from(identityLinks)
    .where(named(purpose, token));
  if (!row) return 'unknown';
  if (row.used) return 'used';
  return row.expired ? 'expired' : 'open';
}

/** Uses up a link: whose it is and what becomes theirs, or null when it is not good for that (any more). */
export async function spendLink(
  tx: Queryable,
  purpose: LinkPurpose,
  token: string,
): Promise<{ userId: string; details: SignUpDetails | null } | null> {
  if (!looksLikeToken(token)) return null;
  // Who makes a link locks its person first; so does this, lest the two wait for each other.
  const owner = tx.select({ id: identityLinks.userId }).from(identityLinks).where(named(purpose, token));
  await tx.select({ id: identityUsers.id }).from(identityUsers).where(inArray(identityUsers.id, owner)).for('update');
  const [row] = await tx
    .update(identityLinks)
    .set({ usedAt: sql`now()` })
    .where(and(named(purpose, token), isNull(identityLinks.usedAt), sql`${identityLinks.expiresAt} > now()`))
    .returning();
  if (!row) return null;
  const { userId, displayName, passwordHash } = row;
  return { userId, details: displayName && passwordHash ? { displayName, passwordHash } : null };
}

/** Removes every link of a person that was not used yet. */
export async function dropOpenLinks(tx: Queryable, userId: string): Promise<void> {
  await tx.delete(identityLinks).where(and(eq(identityLinks.userId, userId), isNull(identityLinks.usedAt)));
}

function named(purpose: LinkPurpose, token: string) {
  return and(tokenIs(token), eq(identityLinks.purpose, purpose));
}

/** Finds the link of a token. */
export function tokenIs(token: string): SQL {
  return eq(identityLinks.tokenHash, hashOf(token));
}

function looksLikeToken(token: string): boolean {
  return /^[\w-]{43}$/.test(token);
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
