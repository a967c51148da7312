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

/** Where the library keeps a password. */
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

/** Makes an account that is not confirmed yet, as signing up does; null when somebody else was faster. */
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

/** What somebody signed up with at once, for a link that is to ask for it; null for an account without a password. */
export async function getSignUpDetails(tx: Queryable, userId: string): Promise<SignUpDetails | null> {
  const [row] = await tx
    .select({ displayName: identityUsers.name, passwordHash: identityAccounts.password })
    .from(identityUsers)
    .innerJoin(identityAccounts, eq(identityAccounts.userId, identityUsers.id))
    .where(and(eq(identityUsers.id, userId), eq(identityAccounts.providerId, CREDENTIAL_PROVIDER)));
  return row?.passwordHash ? { displayName: row.displayName, passwordHash: row.passwordHash } : null;
}

/** Why an address was not confirmed: the link, or the password that it asks for. */
export type ConfirmationError = Exclude<OneTimeTokenState, 'open'> | 'password_missing' | 'password_other';

/**
 * Confirms the address that a link was sent to. Anybody can have a link sent to any address, with a password of theirs
 * in it: a link that carries one is good only together with that `password`, or with a `newPassword`, which whoever has
 * the mailbox may choose. Answers why not, or null when it is done.
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
    // Once an account is confirmed its password is its owner's, whatever an older link would bring along.
    if (chosen && !(await isConfirmed(tx, userId))) {
      // Somebody else may have registered the address. Whoever has the mailbox is its owner, and the other is out.
      await tx.update(identityUsers).set({ name: chosen.displayName }).where(eq(identityUsers.id, userId));
      await setPassword(tx, userId, chosen.passwordHash);
      await endSessions(tx, userId);
    }
    await markConfirmed(tx, userId);
    return true;
  });
  return done ? null : getFailedState(db, 'confirm', token);
}

/** With what an address is confirmed: what was signed up with by whoever knows its password, or else what they choose now. */
async function resolveSignUpDetails(
  { email, candidates }: Confirmation & { state: 'open' },
  { password, newPassword }: { password?: string | undefined; newPassword?: string | undefined },
): Promise<SignUpDetails | 'password_missing' | 'password_other'> {
  const typed = newPassword ?? password;
  if (!typed) return 'password_missing';
  for (const candidate of candidates)
    if (await verifyPassword({ hash: candidate.passwordHash, password: typed })) return candidate;
  if (!newPassword) return 'password_other';
  // The name may be somebody else's, as the password is.
  return { displayName: toDisplayName('', email), passwordHash: await hashPassword(newPassword) };
}

/**
 * Gives the person whom a link was sent to a new password. They have shown that the address is theirs, so it is
 * confirmed; everybody who was signed in to the account is out. What is wrong with the link, or null when it is done.
 */
export async function resetPassword(
  db: Db,
  token: string,
  password: string,
): Promise<Exclude<OneTimeTokenState, 'open'> | null> {
  // A link that is good for nothing costs no hash.
  const state = await getAccountTokenState(db, 'reset', token);
  if (state !== 'open') return state;
  const passwordHash = await hashPassword(password);
  const done = await db.transaction(async (tx) => {
    const consumed = await consumeAccountToken(tx, 'reset', token);
    if (!consumed) return false;
    await setPassword(tx, consumed.userId, passwordHash);
    await markConfirmed(tx, consumed.userId);
    await endSessions(tx, consumed.userId);
    // A link to confirm could bring another's password along.
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
  // By subject: an address alone must not confirm somebody of another identity service.
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

/** Ends every session of a person, and with them every access token. */
async function endSessions(tx: Queryable, userId: string): Promise<void> {
  await tx.delete(identitySessions).where(eq(identitySessions.userId, userId));
  const person = tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.subject, toSubject(userId)));
  await tx.delete(accessTokens).where(inArray(accessTokens.userId, person));
}

function toSubject(userId: string): string {
  return `${EMBEDDED_PROVIDER}|${userId}`;
}
