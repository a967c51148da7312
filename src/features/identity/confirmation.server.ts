import { eq } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { type OneTimeTokenState, whereToken } from '#src/platform/one-time-tokens.server.ts';
import { getAccountTokenState, type SignUpDetails } from './account-tokens.server.ts';
import { identityAccounts, identityLinks, identityUsers } from './tables.server.ts';

export type Confirmation =
  | { state: Exclude<OneTimeTokenState, 'open'>; asksPassword: false }
  | {
      state: 'open';
      /** Whether the link needs a password, too. */
      asksPassword: boolean;
      email: string;
      /**
       * The possible details of the account, one of which the typed password selects: the token's, or its current ones.
       */
      candidates: SignUpDetails[];
    };

/**
 * The state of a link that confirms an address, and what it needs. Changes nothing. The link proves access to the
 * mailbox, but not who signed up: a browser that is not `signedInAs` the account also has to send its password.
 */
export async function getConfirmation(db: Queryable, token: string, signedInAs: string | null): Promise<Confirmation> {
  const state = await getAccountTokenState(db, 'confirm', token);
  if (state !== 'open') return { state, asksPassword: false };
  const rows = await db
    .select({
      userId: identityUsers.id,
      email: identityUsers.email,
      confirmed: identityUsers.emailVerified,
      carried: { displayName: identityLinks.displayName, passwordHash: identityLinks.passwordHash },
      own: { displayName: identityUsers.name, passwordHash: identityAccounts.password },
    })
    .from(identityLinks)
    .innerJoin(identityUsers, eq(identityUsers.id, identityLinks.userId))
    .leftJoin(identityAccounts, eq(identityAccounts.userId, identityUsers.id))
    .where(whereToken(identityLinks, 'confirm', token));
  const [first] = rows;
  if (!first) return { state: 'unknown', asksPassword: false };
  const candidates = [first.carried, ...rows.map(({ own }) => own)].filter(isComplete);
  return { state, asksPassword: !first.confirmed && first.userId !== signedInAs, email: first.email, candidates };
}

function isComplete(details: { displayName: string | null; passwordHash: string | null }): details is SignUpDetails {
  return details.displayName !== null && details.passwordHash !== null;
}
