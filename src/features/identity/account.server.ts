import { and, eq } from 'drizzle-orm';
import type { Db, Queryable } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import type { OneTimeTokenState } from '#src/platform/one-time-tokens.server.ts';
import {
  CREDENTIAL_PROVIDER,
  claimAccount,
  endSessions,
  markConfirmed,
  setPassword,
} from './account-ownership.server.ts';
import {
  consumeAccountToken,
  getAccountTokenState,
  revokeOpenTokens,
  type SignUpDetails,
} from './account-tokens.server.ts';
import { type Confirmation, getConfirmation } from './confirmation.server.ts';
import { hashPassword, verifyPassword } from './password.server.ts';
import { toDisplayName } from './rules.ts';
import { identityAccounts, identityUsers } from './tables.server.ts';

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
 * Confirms the address that a link was sent to. Returns why not, or null when it is done. Anybody can sign up with any
 * address. So a link also needs that `password`, or a `newPassword` that the owner of the mailbox chooses. Only
 * `signedInAs`, the account of this browser's session, has shown its password before.
 */
export async function confirmEmail(
  db: Db,
  token: string,
  input: { password?: string | undefined; newPassword?: string | undefined } = {},
  signedInAs: string | null = null,
): Promise<ConfirmationError | null> {
  const link = await getConfirmation(db, token, signedInAs);
  if (link.state !== 'open') return link.state;
  const chosen = link.asksPassword ? await resolveSignUpDetails(link, input) : null;
  if (typeof chosen === 'string') return chosen;
  const done = await db.transaction(async (tx) => {
    const consumed = await consumeAccountToken(tx, 'confirm', token);
    if (!consumed) return false;
    const { userId } = consumed;
    // The password of a confirmed account is its owner's: an older link must not replace it.
    if (!chosen || (await isConfirmed(tx, userId))) await markConfirmed(tx, userId);
    else if (chosen.isNew) await claimAccount(tx, userId, chosen);
    else {
      // Everybody else is signed out: the mailbox and this password belong together.
      await endSessions(tx, userId);
      await tx.update(identityUsers).set({ name: chosen.displayName }).where(eq(identityUsers.id, userId));
      await setPassword(tx, userId, chosen.passwordHash);
      await markConfirmed(tx, userId);
    }
    return true;
  });
  return done ? null : getFailedState(db, 'confirm', token);
}

/** The details of the confirmed account: those whose password was typed, or new ones with the password chosen now. */
async function resolveSignUpDetails(
  { email, candidates }: Confirmation & { state: 'open' },
  { password, newPassword }: { password?: string | undefined; newPassword?: string | undefined },
): Promise<(SignUpDetails & { isNew: boolean }) | 'password_missing' | 'password_other'> {
  const typed = newPassword ?? password;
  if (!typed) return 'password_missing';
  for (const candidate of candidates)
    if (await verifyPassword({ hash: candidate.passwordHash, password: typed })) return { ...candidate, isNew: false };
  if (!newPassword) return 'password_other';
  // The stored name may be that of the stranger who registered the address, not of its owner.
  return { displayName: toDisplayName('', email), passwordHash: await hashPassword(newPassword), isNew: true };
}

/**
 * Sets a new password by an emailed link. This proves that the address is theirs, so it is confirmed; every session of
 * the account ends. An account that was unconfirmed is claimed, unless this browser is `signedInAs` it. Returns the
 * state of a link that cannot be used, or the account's address.
 */
export async function resetPassword(
  db: Db,
  token: string,
  password: string,
  signedInAs: string | null = null,
): Promise<{ failure: Exclude<OneTimeTokenState, 'open'> } | { failure: null; email: string }> {
  // Checked first: hashing is expensive.
  const state = await getAccountTokenState(db, 'reset', token);
  if (state !== 'open') return { failure: state };
  const passwordHash = await hashPassword(password);
  const email = await db.transaction(async (tx) => {
    const consumed = await consumeAccountToken(tx, 'reset', token);
    if (!consumed) return null;
    const { userId } = consumed;
    const account = await getAccount(tx, userId);
    if (!account.confirmed && signedInAs !== userId) {
      await claimAccount(tx, userId, { displayName: toDisplayName('', account.email), passwordHash });
      return account.email;
    }
    await endSessions(tx, userId);
    await setPassword(tx, userId, passwordHash);
    await markConfirmed(tx, userId);
    // An open link to confirm may carry somebody else's password.
    await revokeOpenTokens(tx, userId);
    return account.email;
  });
  return email === null ? { failure: await getFailedState(db, 'reset', token) } : { failure: null, email };
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
  return (await getAccount(tx, userId)).confirmed;
}

async function getAccount(tx: Queryable, userId: string): Promise<{ email: string; confirmed: boolean }> {
  const [row] = await tx
    .select({ email: identityUsers.email, confirmed: identityUsers.emailVerified })
    .from(identityUsers)
    .where(eq(identityUsers.id, userId));
  if (!row) throw new Error('a token belongs to an account');
  return row;
}
