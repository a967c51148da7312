import { and, eq, inArray } from 'drizzle-orm';
import type { Db, Queryable } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import type { OneTimeTokenState } from '#src/platform/one-time-tokens.server.ts';
import {
  consumeAccountToken,
  getAccountTokenState,
  revokeOpenTokens,
  type SignUpDetails,
} from './account-tokens.server.ts';
import { type Confirmation, getConfirmation } from './confirmation.server.ts';
import { hashPassword, verifyPassword } from './password.server.ts';
import { toDisplayName } from './rules.ts';
import { accessTokens, identityAccounts, identitySessions, identityUsers, users } from './tables.server.ts';

/** Names the embedded identity service in stored subjects. */
export const EMBEDDED_PROVIDER = 'embedded';

/** The `providerId` under which the library stores a password. */
const CREDENTIAL_PROVIDER = 'credential';

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

/** Creates an account that is not confirmed yet. Returns its id, or null if the address has one already. */
export async function createAccount(tx: Queryable, email: string, details: SignUpDetails): Promise<string | null> {
  const [row] = await tx
    .insert(identityUsers)
    .values({ id: newIdentifier(), name: details.displayName, email, emailVerified: false })
    .onConflictDoNothing()
    .returning({ id: identityUsers.id });
  if (!row) return null;
  await setPassword(tx, row.id, details.passwordHash);
  return row.id;
}

/** The name and password of an account, for a token to carry; null for an account without a password. */
export async function getSignUpDetails(tx: Queryable, userId: string): Promise<SignUpDetails | null> {
  const [row] = await tx
    .select({ displayName: identityUsers.name, passwordHash: identityAccounts.password })
    .from(identityUsers)
    .innerJoin(identityAccounts, eq(identityAccounts.userId, identityUsers.id))
    .where(and(eq(identityUsers.id, userId), eq(identityAccounts.providerId, CREDENTIAL_PROVIDER)));
  return row?.passwordHash ? { displayName: row.displayName, passwordHash: row.passwordHash } : null;
}

/** Why an address was not confirmed: the state of the token, or the password it asks for. */
export type ConfirmationError = Exclude<OneTimeTokenState, 'open'> | 'password_missing' | 'password_other';

/**
 * Confirms the address that a link was sent to. Returns why not, or null when it is done. Anybody can have a link sent
 * to any address, carrying a password of their own. So such a link also needs that `password`, or a `newPassword` that
 * the owner of the mailbox chooses.
 */
export async function confirmEmail(
  db: Db,
  token: string,
  input: { password?: string | undefined; newPassword?: string | undefined } = {},
): Promise<ConfirmationError | null> {
  const link = await getConfirmation(db, token);
  if (link.state !== 'open') return link.state;
  const chosen = link.asksPassword ? await resolveSignUpDetails(link, input) : null;
  if (typeof chosen === 'string') return chosen;
  const done = await db.transaction(async (tx) => {
    const consumed = await consumeAccountToken(tx, 'confirm', token);
    if (!consumed) return false;
    const { userId } = consumed;
    // The password of a confirmed account is its owner's: an older link must not replace it.
    if (chosen && !(await isConfirmed(tx, userId))) {
      // Somebody else may have registered the address. The owner is who has the mailbox; anybody else is signed out.
      await tx.update(identityUsers).set({ name: chosen.displayName }).where(eq(identityUsers.id, userId));
      await setPassword(tx, userId, chosen.passwordHash);
      await endSessions(tx, userId);
    }
    await markConfirmed(tx, userId);
    return true;
  });
  return done ? null : getFailedState(db, 'confirm', token);
}

/** The details of the confirmed account: those whose password was typed, or new ones with the password chosen now. */
async function resolveSignUpDetails(
  { email, candidates }: Confirmation & { state: 'open' },
  { password, newPassword }: { password?: string | undefined; newPassword?: string | undefined },
): Promise<SignUpDetails | 'password_missing' | 'password_other'> {
  const typed = newPassword ?? password;
  if (!typed) return 'password_missing';
  for (const candidate of candidates)
    if (await verifyPassword({ hash: candidate.passwordHash, password: typed })) return candidate;
  if (!newPassword) return 'password_other';
  // The stored name may be of whoever registered the address, and not of its owner.
  return { displayName: toDisplayName('', email), passwordHash: await hashPassword(newPassword) };
}

/**
 * Sets a new password by an emailed link. This proves that the address is theirs, so it is confirmed; every session of
 * the account ends. Returns the state of a link that cannot be used, or null when it is done.
 */
export async function resetPassword(
  db: Db,
  token: string,
  password: string,
): Promise<Exclude<OneTimeTokenState, 'open'> | null> {
  // Checked first: hashing is expensive.
  const state = await getAccountTokenState(db, 'reset', token);
  if (state !== 'open') return state;
  const passwordHash = await hashPassword(password);
  const done = await db.transaction(async (tx) => {
    const consumed = await consumeAccountToken(tx, 'reset', token);
    if (!consumed) return false;
    await setPassword(tx, consumed.userId, passwordHash);
    await markConfirmed(tx, consumed.userId);
    await endSessions(tx, consumed.userId);
    // An open link to confirm may carry somebody else's password.
    await revokeOpenTokens(tx, consumed.userId);
    return true;
  });
  return done ? null : getFailedState(db, 'reset', token);
}

async function getFailedState(
  db: Db,
  purpose: 'confirm' | 'reset',
  token: string,
): Promise<Exclude<OneTimeTokenState, 'open'>> {
  const state = await getAccountTokenState(db, purpose, token);
  return state === 'open' ? 'unknown' : state;
}

async function isConfirmed(tx: Queryable, userId: string): Promise<boolean> {
  const [row] = await tx
    .select({ confirmed: identityUsers.emailVerified })
    .from(identityUsers)
    .where(eq(identityUsers.id, userId));
  return row?.confirmed === true;
}

async function markConfirmed(tx: Queryable, userId: string): Promise<void> {
  await tx.update(identityUsers).set({ emailVerified: true }).where(eq(identityUsers.id, userId));
  // By subject: the same address at another identity service stays unconfirmed.
  await tx
    .update(users)
    .set({ emailConfirmed: true })
    .where(eq(users.subject, toSubject(userId)));
}

async function setPassword(tx: Queryable, userId: string, passwordHash: string): Promise<void> {
  const changed = await tx
    .update(identityAccounts)
    .set({ password: passwordHash, updatedAt: new Date() })
    .where(and(eq(identityAccounts.userId, userId), eq(identityAccounts.providerId, CREDENTIAL_PROVIDER)))
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
async function endSessions(tx: Queryable, userId: string): Promise<void> {
  await tx.delete(identitySessions).where(eq(identitySessions.userId, userId));
  const owner = tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.subject, toSubject(userId)));
  await tx.delete(accessTokens).where(inArray(accessTokens.userId, owner));
}

function toSubject(userId: string): string {
  return `${EMBEDDED_PROVIDER}|${userId}`;
}
