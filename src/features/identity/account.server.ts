import { and, eq, inArray } from 'drizzle-orm';
import type { Db, Queryable } from '#src/platform/database.server.ts';
import { newIdentifier } from '#src/platform/identifier.server.ts';
import { dropOpenLinks, type LinkState, readLink, type SignUpDetails, spendLink } from './links.server.ts';
import { hashPassword } from './password.server.ts';
import { accessTokens, identityAccounts, identitySessions, identityUsers, users } from './tables.server.ts';

/** Names the embedded identity service in stored subjects. */
export const EMBEDDED_REALM = 'embedded';

/** Where the library keeps a password. */
const CREDENTIAL = 'credential';

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

/** Confirms the address that a link was sent to. What is wrong with the link, or null when it is done. */
export async function confirmAddress(db: Db, token: string): Promise<Exclude<LinkState, 'open'> | null> {
  const done = await db.transaction(async (tx) => {
    const spent = await spendLink(tx, 'confirm', token);
    if (!spent) return false;
    const { userId, details } = spent;
    // Once an account is confirmed its password is its owner's, whatever an older link would bring along.
    if (details && !(await isConfirmed(tx, userId))) {
      // Somebody had registered the address before. Whoever has the mailbox is its owner, and the other is out.
      await tx.update(identityUsers).set({ name: details.displayName }).where(eq(identityUsers.id, userId));
      await setPassword(tx, userId, details.passwordHash);
      await endSessions(tx, userId);
    }
    await markConfirmed(tx, userId);
    return true;
  });
  return done ? null : whyNot(db, 'confirm', token);
}

/**
 * Gives the person whom a link was sent to a new password. They have shown that the address is theirs, so it is
 * confirmed; everybody who was signed in to the account is out. What is wrong with the link, or null when it is done.
 */
export async function resetPassword(
  db: Db,
  token: string,
  password: string,
): Promise<Exclude<LinkState, 'open'> | null> {
  // A link that is good for nothing costs no hash.
  const state = await readLink(db, 'reset', token);
  if (state !== 'open') return state;
  const passwordHash = await hashPassword(password);
  const done = await db.transaction(async (tx) => {
    const spent = await spendLink(tx, 'reset', token);
    if (!spent) return false;
    await setPassword(tx, spent.userId, passwordHash);
    await markConfirmed(tx, spent.userId);
    await endSessions(tx, spent.userId);
    // A link to confirm could bring another's password along.
    await dropOpenLinks(tx, spent.userId);
    return true;
  });
  return done ? null : whyNot(db, 'reset', token);
}

async function whyNot(db: Db, purpose: 'confirm' | 'reset', token: string): Promise<Exclude<LinkState, 'open'>> {
  const state = await readLink(db, purpose, token);
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
    .where(eq(users.subject, subjectOf(userId)));
}

async function setPassword(tx: Queryable, userId: string, passwordHash: string): Promise<void> {
  const changed = await tx
    .update(identityAccounts)
    .set({ password: passwordHash, updatedAt: new Date() })
    .where(and(eq(identityAccounts.userId, userId), eq(identityAccounts.providerId, CREDENTIAL)))
    .returning({ id: identityAccounts.id });
  if (changed.length > 0) return;
  await tx
    .insert(identityAccounts)
    .values({ id: newIdentifier(), accountId: userId, providerId: CREDENTIAL, userId, password: passwordHash });
}

/** Ends every session of a person, and with them every access token. */
async function endSessions(tx: Queryable, userId: string): Promise<void> {
  await tx.delete(identitySessions).where(eq(identitySessions.userId, userId));
  const person = tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.subject, subjectOf(userId)));
  await tx.delete(accessTokens).where(inArray(accessTokens.userId, person));
}

function subjectOf(userId: string): string {
  return `${EMBEDDED_REALM}|${userId}`;
}
