import { eq } from 'drizzle-orm';
import { claimAccount, lockAccount, revokeLinksOfUser } from '#src/features/identity/account-ownership.server.ts';
import { revokeOpenTokens } from '#src/features/identity/account-tokens.server.ts';
import type { EmbeddedIdentity } from '#src/features/identity/embedded-identity.server.ts';
import { getUserByEmail, reassignUser, type UserRow, upsertUser } from '#src/features/identity/queries.server.ts';
import { lockOwners, lockUser, setRole } from '#src/features/identity/roles.server.ts';
import { identityUsers } from '#src/features/identity/tables.server.ts';
import { endUserSessions } from '#src/features/identity/user-sessions.server.ts';
import { type Actor, type NewAuditEvent, recordAuditEvents } from '#src/platform/audit/audit-events.server.ts';
import type { Db } from '#src/platform/database.server.ts';
import { OWNERS_STORED_ROLE } from '#src/shared/permissions.ts';

/**
 * Makes the account of an address an owner, with this password and no sessions. Creates the account if there is none.
 * The person who runs the machine vouches for the address, so an account that somebody else registered with it becomes
 * theirs.
 */
export async function installOwner(
  db: Db,
  identity: EmbeddedIdentity,
  { email, password, displayName }: { email: string; password: string; displayName: string },
  by: Extract<Actor, 'shop' | 'console'> = 'shop',
): Promise<void> {
  const [account] = await db
    .select({ name: identityUsers.name, confirmed: identityUsers.emailVerified })
    .from(identityUsers)
    .where(eq(identityUsers.email, email));
  // The name of an unconfirmed account may be a stranger's.
  const name = account?.confirmed ? account.name : displayName;
  // Sessions, links and a profile may be the stranger's, too.
  await db.transaction(async (tx) => {
    const locked = await lockAccount(tx, email);
    if (locked && !locked.confirmed) await claimAccount(tx, locked.id, { displayName: name, passwordHash: null });
  });
  const subject = await identity.ensureUser({ email, password, displayName: name });
  // An earlier mailed link could set yet another password.
  await revokeOpenTokens(db, subject);
  const identityUser = {
    subject: `${identity.issuer.provider}|${subject}`,
    email,
    displayName: name,
    emailConfirmed: true,
  };
  // After a switch from a hosted service, its account has this address.
  const user = (await upsertUser(db, identityUser)) ?? (await reassignUser(db, identityUser));
  if (!user) throw new Error(`${email} belongs to another identity`);
  await promote(db, user, by, { endSessions: true });
}

/** Makes the existing account of an address an owner. Returns the reason if that is not possible. */
export async function promoteAccount(db: Db, email: string): Promise<'promoted' | 'unknown' | 'unconfirmed'> {
  const user = await getUserByEmail(db, email);
  if (!user?.subject) return 'unknown';
  if (!user.emailConfirmed) return 'unconfirmed';
  await promote(db, user, 'console', { endSessions: false });
  return 'promoted';
}

async function promote(
  db: Db,
  { id }: UserRow,
  by: Extract<Actor, 'shop' | 'console'>,
  { endSessions }: { endSessions: boolean },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockOwners(tx);
    const user = await lockUser(tx, id);
    if (!user) throw new Error('users are never deleted');
    const events: NewAuditEvent[] = [];
    const about = { by, id, name: user.email };
    if (user.disabledAt) events.push({ ...about, action: 'user.enabled', before: { reason: user.disabledReason } });
    if (user.role !== OWNERS_STORED_ROLE) events.push({ ...about, action: `user.${OWNERS_STORED_ROLE}_granted` });
    if (!user.owner) events.push({ ...about, action: 'user.owner_granted' });
    await revokeLinksOfUser(tx, user);
    await setRole(tx, id, { role: OWNERS_STORED_ROLE, owner: true, disabledAt: null, disabledReason: null });
    if (endSessions) {
      events.push({ ...about, action: 'user.password_set' });
      await endUserSessions(tx, user);
    }
    await recordAuditEvents(tx, ...events);
  });
}
