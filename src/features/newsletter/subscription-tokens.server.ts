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

/** Makes a token for a link in an email. One that confirms ends after seven days, one that unsubscribes never. */
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
  // An old email must still unsubscribe somebody who subscribed again since.
  if (row && purpose === 'leave') return row.state === 'left' ? 'used' : 'open';
  return toTokenState(row);
}

/** What uses up the tokens of subscribers. */
export const subscriptionLinks = createConsentLinks(newsletterLinks, newsletterLinks.subscriberId, subscribers);
