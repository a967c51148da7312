import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import {
  createToken,
  getTokenState,
  hashToken,
  isTokenFormat,
  type TokenState,
} from '#src/platform/one-time-token.server.ts';
import { newsletterLinks, subscribers } from './tables.server.ts';

type Purpose = 'confirm' | 'leave';

/** Issues a token for a link in one email. A token to confirm expires after seven days, one to leave never. */
export async function issueSubscriptionToken(tx: Queryable, subscriberId: string, purpose: Purpose): Promise<string> {
  const token = createToken();
  await tx.insert(newsletterLinks).values({
    tokenHash: hashToken(token),
    subscriberId,
    purpose,
    ...(purpose === 'confirm' ? { expiresAt: sql`now() + interval '7 days'` } : {}),
  });
  return token;
}

/** The state of a token, without using it: mail scanners open links, too. */
export async function getSubscriptionTokenState(db: Queryable, purpose: Purpose, token: string): Promise<TokenState> {
  if (!isTokenFormat(token)) return 'unknown';
  const [row] = await db
    .select({
      state: subscribers.state,
      used: sql<boolean>`${newsletterLinks.usedAt} is not null`,
      expired: sql<boolean>`coalesce(${newsletterLinks.expiresAt} <= now(), false)`,
    })
    .from(newsletterLinks)
    .innerJoin(subscribers, eq(subscribers.id, newsletterLinks.subscriberId))
    .where(whereToken(purpose, token));
  if (!row) return 'unknown';
  // The link of an old email must still work for a subscriber who came back since.
  if (purpose === 'leave') return row.state === 'left' ? 'used' : 'open';
  return getTokenState(row);
}

/**
 * Locks the subscriber of a token until the transaction ends, so that confirming, leaving and subscribing again happen
 * one after the other. Every change of a token takes this lock first.
 */
export async function lockSubscriberByToken(tx: Queryable, purpose: Purpose, token: string): Promise<void> {
  if (!isTokenFormat(token)) return;
  const owner = tx.select({ id: newsletterLinks.subscriberId }).from(newsletterLinks).where(whereToken(purpose, token));
  await tx.select({ id: subscribers.id }).from(subscribers).where(inArray(subscribers.id, owner)).for('update');
}

/** Uses up a token to confirm. Returns its subscriber, or null for a used, expired or unknown one. */
export async function consumeConfirmToken(tx: Queryable, token: string): Promise<string | null> {
  if (!isTokenFormat(token)) return null;
  const [row] = await tx
    .update(newsletterLinks)
    .set({ usedAt: sql`now()` })
    .where(and(whereToken('confirm', token), isNull(newsletterLinks.usedAt), sql`${newsletterLinks.expiresAt} > now()`))
    .returning({ subscriberId: newsletterLinks.subscriberId });
  return row?.subscriberId ?? null;
}

/** Returns the subscriber of a token to leave, or null. Deletes the subscriber's unused tokens to confirm. */
export async function consumeLeaveToken(tx: Queryable, token: string): Promise<string | null> {
  if (!isTokenFormat(token)) return null;
  const [row] = await tx
    .update(newsletterLinks)
    .set({ usedAt: sql`now()` })
    .where(whereToken('leave', token))
    .returning({ subscriberId: newsletterLinks.subscriberId });
  if (!row) return null;
  await tx
    .delete(newsletterLinks)
    .where(
      and(
        eq(newsletterLinks.subscriberId, row.subscriberId),
        eq(newsletterLinks.purpose, 'confirm'),
        isNull(newsletterLinks.usedAt),
      ),
    );
  return row.subscriberId;
}

function whereToken(purpose: Purpose, token: string): SQL | undefined {
  return and(eq(newsletterLinks.tokenHash, hashToken(token)), eq(newsletterLinks.purpose, purpose));
}
