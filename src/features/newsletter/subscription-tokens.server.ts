import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
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
import { newsletterLinks, subscribers } from './tables.server.ts';

type SubscriptionTokenPurpose = 'confirm' | 'leave';

/** Makes a token for a link in an email. One that confirms ends after seven days, one that unsubscribes never. */
export async function issueSubscriptionToken(
  tx: Queryable,
  subscriberId: string,
  purpose: SubscriptionTokenPurpose,
): Promise<string> {
  const { token, tokenHash } = createOneTimeToken();
  await tx.insert(newsletterLinks).values({
    tokenHash,
    subscriberId,
    purpose,
    ...(purpose === 'confirm' ? { expiresAt: sql`now() + interval '7 days'` } : {}),
  });
  return token;
}

/** The state of a token. Changes nothing, so that a mail scanner that opens links uses nothing up. */
export async function getSubscriptionTokenState(
  db: Queryable,
  purpose: SubscriptionTokenPurpose,
  token: string,
): Promise<OneTimeTokenState> {
  if (!isOneTimeToken(token)) return 'unknown';
  const [row] = await db
    .select({ state: subscribers.state, ...tokenStateColumns(newsletterLinks) })
    .from(newsletterLinks)
    .innerJoin(subscribers, eq(subscribers.id, newsletterLinks.subscriberId))
    .where(whereToken(newsletterLinks, purpose, token));
  // An old email must still unsubscribe somebody who subscribed again since.
  if (row && purpose === 'leave') return row.state === 'left' ? 'used' : 'open';
  return toTokenState(row);
}

/**
 * Locks the subscriber of a token until the transaction ends, so that confirming, unsubscribing and subscribing again
 * follow one another. Whoever changes a token takes this lock first.
 */
export async function lockSubscriberByToken(
  tx: Queryable,
  purpose: SubscriptionTokenPurpose,
  token: string,
): Promise<void> {
  if (!isOneTimeToken(token)) return;
  const owner = tx
    .select({ id: newsletterLinks.subscriberId })
    .from(newsletterLinks)
    .where(whereToken(newsletterLinks, purpose, token));
  await tx.select({ id: subscribers.id }).from(subscribers).where(inArray(subscribers.id, owner)).for('update');
}

/** Uses up a token that confirms. Returns its subscriber, or null when it cannot be used (any more). */
export async function consumeConfirmToken(tx: Queryable, token: string): Promise<string | null> {
  if (!isOneTimeToken(token)) return null;
  const [row] = await tx
    .update(newsletterLinks)
    .set({ usedAt: sql`now()` })
    .where(whereOpenToken(newsletterLinks, 'confirm', token))
    .returning({ subscriberId: newsletterLinks.subscriberId });
  return row?.subscriberId ?? null;
}

/** The subscriber whom a token lets unsubscribe, or null. Revokes their tokens that would confirm. */
export async function consumeLeaveToken(tx: Queryable, token: string): Promise<string | null> {
  if (!isOneTimeToken(token)) return null;
  const [row] = await tx
    .update(newsletterLinks)
    .set({ usedAt: sql`now()` })
    .where(whereToken(newsletterLinks, 'leave', token))
    .returning({ subscriberId: newsletterLinks.subscriberId });
  if (!row) return null;
  const { subscriberId } = row;
  const isUnused = and(eq(newsletterLinks.purpose, 'confirm'), isNull(newsletterLinks.usedAt));
  await tx.delete(newsletterLinks).where(and(eq(newsletterLinks.subscriberId, subscriberId), isUnused));
  return subscriberId;
}
