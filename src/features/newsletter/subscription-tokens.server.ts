import { eq } from 'drizzle-orm';
import { type ConsentPurpose, createConsentLinks, createConsentToken } from '#src/platform/consent-tokens.server.ts';
import type { Queryable } from '#src/platform/database.server.ts';
import {
  isOneTimeToken,
  type OneTimeTokenState,
  tokenStateColumns,
  toTokenState,
  whereToken,
} from '#src/platform/one-time-tokens.server.ts';
import { newsletterLinks, subscribers } from './tables.server.ts';

/**
 * Creates a token for a link in an email. A confirmation token expires after seven days; an unsubscribe token never
 * does.
 */
export async function issueSubscriptionToken(
  tx: Queryable,
  subscriberId: string,
  purpose: ConsentPurpose,
): Promise<string> {
  const { token, row } = createConsentToken(purpose);
  await tx.insert(newsletterLinks).values({ ...row, subscriberId });
  return token;
}

/** The state of a token. Changes nothing, so that a mail scanner that opens links uses nothing up. */
export async function getSubscriptionTokenState(
  db: Queryable,
  purpose: ConsentPurpose,
  token: string,
): Promise<OneTimeTokenState> {
  if (!isOneTimeToken(token)) return 'unknown';
  const [row] = await db
    .select({ state: subscribers.state, ...tokenStateColumns(newsletterLinks) })
    .from(newsletterLinks)
    .innerJoin(subscribers, eq(subscribers.id, newsletterLinks.subscriberId))
    .where(whereToken(newsletterLinks, purpose, token));
  // An old email must still unsubscribe somebody who has subscribed again since.
  if (row && purpose === 'leave') return row.state === 'left' ? 'used' : 'open';
  return toTokenState(row);
}

/** What uses up the tokens of subscribers. */
export const subscriptionLinks = createConsentLinks(newsletterLinks, newsletterLinks.subscriberId, subscribers);
