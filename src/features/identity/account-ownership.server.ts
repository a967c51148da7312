import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Db, Queryable } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { addresses } from '../addresses/tables.server.ts';
import { baskets } from '../basket/tables.server.ts';
import { exemptions } from '../exemptions/tables.server.ts';
import { profiles } from '../profiles/tables.server.ts';
import { revokeOpenTokens } from './account-tokens.server.ts';
import { EMBEDDED_PROVIDER } from './rules.ts';
import { accessTokens, identityAccounts, identitySessions, identityUsers, users } from './tables.server.ts';

/** The `providerId` under which the library stores a password. */
export const CREDENTIAL_PROVIDER = 'credential';

export interface Account {
  id: string;
  email: string;
  confirmed: boolean;
}

/** The account of an address, locked until the transaction ends. */
export async function lockAccount(tx: Queryable, email: string): Promise<Account | null> {
  const [row] = await tx
    .select({ id: identityUsers.id, email: identityUsers.email, confirmed: identityUsers.emailVerified })
    .from(identityUsers)
    .where(eq(identityUsers.email, email))
    .for('update');
  return row ?? null;
}

/**
 * Locks the account and the user of a token's subject, if they exist. Everybody who gives an account to somebody else
 * locks the account first, and everybody who disables a user locks the user.
 */
export async function lockSubject(tx: Queryable, provider: string, subject: string): Promise<void> {
  if (provider === EMBEDDED_PROVIDER)
    await tx.select({ id: identityUsers.id }).from(identityUsers).where(eq(identityUsers.id, subject)).for('key share');
  await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.subject, `${provider}|${subject}`))
    .for('no key update');
}

/** The stored password of an address; null without an account or a password. */
export async function getPasswordHash(db: Queryable, email: string): Promise<string | null> {
  const [row] = await db
    .select({ passwordHash: identityAccounts.password })
    .from(identityUsers)
    .innerJoin(identityAccounts, eq(identityAccounts.userId, identityUsers.id))
    .where(and(eq(identityUsers.email, email), eq(identityAccounts.providerId, CREDENTIAL_PROVIDER)));
  return row?.passwordHash ?? null;
}

/**
 * Gives an unconfirmed account to whoever proved that the mailbox is theirs. Somebody else may have signed up with the
 * address: their sessions, tokens, links, password, name, profile, basket, address book and certificates end. Orders stay, and
 * so do certificates that were approved, but only the shop reads these. Without `passwordHash` the account has no
 * password then. The caller must have locked the account.
 */
export async function claimAccount(
  tx: Queryable,
  userId: string,
  { displayName, passwordHash }: { displayName: string; passwordHash: string | null },
): Promise<void> {
  await endSessions(tx, userId);
  await revokeOpenTokens(tx, userId);
  if (passwordHash) await setPassword(tx, userId, passwordHash);
  else await tx.delete(identityAccounts).where(isCredentialOf(userId));
  await tx.update(identityUsers).set({ name: displayName }).where(eq(identityUsers.id, userId));
  const claimed = await tx
    .update(users)
    .set({ displayName })
    .where(eq(users.subject, toSubject(userId)))
    .returning({ id: users.id });
  for (const { id } of claimed) {
    await tx.delete(profiles).where(eq(profiles.userId, id));
    await tx.delete(baskets).where(eq(baskets.userId, id));
    // Otherwise goods would be sent to a stranger's address.
    await tx.delete(addresses).where(eq(addresses.userId, id));
    await disownExemptions(tx, id);
  }
  await markConfirmed(tx, userId);
}

/** Orders may rely on what was approved, so it is kept, withdrawn; the rest is deleted with its files. */
async function disownExemptions(tx: Queryable, userId: string): Promise<void> {
  await tx.delete(exemptions).where(and(eq(exemptions.userId, userId), isNull(exemptions.approvedAt)));
  await tx
    .update(exemptions)
    .set({ state: 'withdrawn', disownedAt: sql`now()`, version: sql`${exemptions.version} + 1` })
    .where(and(eq(exemptions.userId, userId), isNull(exemptions.disownedAt)));
}

/**
 * Claims the unconfirmed account of an address that Google has verified, so that it can be linked. Does nothing if this
 * Google account already signs in to an account.
 */
export async function claimForGoogle(
  db: Db,
  { subject, email, displayName }: { subject: string; email: string; displayName: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    const account = await lockAccount(tx, email);
    if (!account || account.confirmed) return;
    const linked = and(eq(identityAccounts.providerId, 'google'), eq(identityAccounts.accountId, subject));
    if ((await tx.$count(identityAccounts, linked)) > 0) return;
    await claimAccount(tx, account.id, { displayName, passwordHash: null });
  });
}

/** Marks the address as confirmed, here and for the shop's user. */
export async function markConfirmed(tx: Queryable, userId: string): Promise<void> {
  await tx.update(identityUsers).set({ emailVerified: true }).where(eq(identityUsers.id, userId));
  // By subject: the same address at another identity service stays unconfirmed.
  await tx
    .update(users)
    .set({ emailConfirmed: true })
    .where(eq(users.subject, toSubject(userId)));
}

/** Sets the password of an account, whether it had one or not. */
export async function setPassword(tx: Queryable, userId: string, passwordHash: string): Promise<void> {
  const changed = await tx
    .update(identityAccounts)
    .set({ password: passwordHash, updatedAt: new Date() })
    .where(isCredentialOf(userId))
    .returning({ id: identityAccounts.id });
  if (changed.length > 0) return;
  await tx.insert(identityAccounts).values({
    id: newIdentifier(),
    accountId: userId,
    providerId: CREDENTIAL_PROVIDER,
    userId,
    password: passwordHash,
  });
}

/** Ends every session of an account, and with them every access token. */
export async function endSessions(tx: Queryable, userId: string): Promise<void> {
  await tx.delete(identitySessions).where(eq(identitySessions.userId, userId));
  const owner = tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.subject, toSubject(userId)));
  await tx.delete(accessTokens).where(inArray(accessTokens.userId, owner));
}

/** Revokes the links that were mailed to a user: somebody who has read one must not get into what the user becomes. */
export async function revokeLinksOfUser(tx: Queryable, { subject }: { subject: string | null }): Promise<void> {
  const accountId = toAccountId(subject);
  if (accountId) await revokeOpenTokens(tx, accountId);
}

/** Ends the session that this signed bearer token belongs to. */
export async function endSessionOfToken(db: Queryable, signedToken: string): Promise<void> {
  const [token = ''] = signedToken.split('.');
  await db.delete(identitySessions).where(eq(identitySessions.token, token));
}

function isCredentialOf(userId: string) {
  return and(eq(identityAccounts.userId, userId), eq(identityAccounts.providerId, CREDENTIAL_PROVIDER));
}

/** The account id in a stored subject of the embedded identity service. Null for another service or for none. */
export function toAccountId(subject: string | null): string | null {
  const prefix = toSubject('');
  return subject?.startsWith(prefix) ? subject.slice(prefix.length) : null;
}

function toSubject(userId: string): string {
  return `${EMBEDDED_PROVIDER}|${userId}`;
}
