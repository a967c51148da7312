import { createHash, randomBytes } from 'node:crypto';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { newsletterLinks, subscribers } from './tables.server.ts';

type SubscriptionTokenPurpose = 'confirm' | 'leave';

/** What a link is good for: `open` to be used, `used` before, `expired`, or `unknown`. */
export type SubscriptionTokenState = 'open' | 'used' | 'expired' | 'unknown';

/** Makes a link for a letter and answers its token, which stands in that letter alone. Confirming ends after seven days. */
export async function issueSubscriptionToken(
  tx: Queryable,
  subscriberId: string,
  purpose: SubscriptionTokenPurpose,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await tx.insert(newsletterLinks).values({
    tokenHash: hashToken(token),
    subscriberId,
    purpose,
    ...(purpose === 'confirm' ? { expiresAt: sql`now() + interval '7 days'` } : {}),
  });
  return token;
}

/** Says what a link is good for and changes nothing: whoever only looks at it, a mail scanner for one, uses nothing up. */
export async function getSubscriptionTokenState(
  db: Queryable,
  purpose: SubscriptionTokenPurpose,
  token: string,
): Promise<SubscriptionTokenState> {
  if (!looksLikeToken(token)) return 'unknown';
  const [row] = await db
    .select({
      state: subscribers.state,
      used: sql<boolean>`${newsletterLinks.usedAt} is not null`,
      expired: sql<boolean>`coalesce(${newsletterLinks.expiresAt} <= now(), false)`,
    })
    .from(newsletterLinks)
    .innerJoin(subscribers, eq(subscribers.id, newsletterLinks.subscriberId))
    .where(and(eq(newsletterLinks.tokenHash, hashToken(token)), eq(newsletterLinks.purpose, purpose)));
  if (!row) return 'unknown';
  // An old letter's link must still let somebody leave who came back since.
  if (purpose === 'leave') return row.state === 'left' ? 'used' : 'open';
  if (row.used) return 'used';
  return row.expired ? 'expired' : 'open';
}

/**
 * Locks the subscriber whom a link belongs to until the transaction ends, so that confirming, leaving and subscribing
 * anew follow one another. Whoever changes a link takes this lock first.
 */
export async function lockSubscriberByToken(
  tx: Queryable,
  purpose: SubscriptionTokenPurpose,
  token: string,
): Promise<void> {
  if (!looksLikeToken(token)) return;
  const owner = tx
    .select({ id: newsletterLinks.subscriberId })
    .from(newsletterLinks)
    .where(and(eq(newsletterLinks.tokenHash, hashToken(token)), eq(newsletterLinks.purpose, purpose)));
  await tx.select({ id: subscribers.id }).from(subscribers).where(inArray(subscribers.id, owner)).for('update');
}

/** Uses up a link that confirms. The subscriber it belongs to, or null when it is not good for that (any more). */
export async function consumeConfirmToken(tx: Queryable, token: string): Promise<string | null> {
  if (!looksLikeToken(token)) return null;
  const [row] = await tx
    .update(newsletterLinks)
    .set({ usedAt: sql`now()` })
    .where(
      and(
        eq(newsletterLinks.tokenHash, hashToken(token)),
        eq(newsletterLinks.purpose, 'confirm'),
        isNull(newsletterLinks.usedAt),
        sql`${newsletterLinks.expiresAt} > now()`,
      ),
    )
    .returning({ subscriberId: newsletterLinks.subscriberId });
  return row?.subscriberId ?? null;
}

/** The subscriber whom a link lets leave, or null. Links of theirs that would confirm are gone after this. */
export async function consumeLeaveToken(tx: Queryable, token: string): Promise<string | null> {
  if (!looksLikeToken(token)) return null;
  const [row] = await tx
    .update(newsletterLinks)
    .set({ usedAt: sql`now()` })
    .where(and(eq(newsletterLinks.tokenHash, hashToken(token)), eq(newsletterLinks.purpose, 'leave')))
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

function looksLikeToken(token: string): boolean {
  return /^[\w-]{43}$/.test(token);
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
