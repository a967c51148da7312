import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { EmbeddedIdentity } from '#src/features/identity/embedded-identity.server.ts';
import { FIRST_ADMIN_LOCK, reassignUser, upsertUser } from '#src/features/identity/queries.server.ts';
import { users } from '#src/features/identity/tables.server.ts';
import { acquireTxLock, type Db } from '#src/platform/database.server.ts';

export interface FirstAdmin {
  email: string;
  /** Null when the owner set it: then it need not be shown. */
  password: string | null;
  /** Not admin yet: they become it by signing in at the hosted identity service, their address confirmed. */
  awaited?: true;
}

export interface FirstAdminOptions {
  db: Db;
  identity: EmbeddedIdentity;
  email: string | undefined;
  password: string | undefined;
  /** True when an earlier start made a password and ended before it was shown: a new one is made. */
  isUnannounced: () => boolean;
  /** Called before anything is made, so that a start that dies here is known to the next one. */
  onCreate: () => void;
}

const DEFAULT_EMAIL = 'admin@ironmonger.example';

/** Makes the first admin of a shop that has none. Null when there is one whose password is known. */
export async function ensureFirstAdmin(options: FirstAdminOptions): Promise<FirstAdmin | null> {
  // Held by a transaction that does nothing else: processes that start at once must not make two.
  return options.db.transaction(async (tx) => {
    await acquireTxLock(tx, FIRST_ADMIN_LOCK);
    return createUnlessPresent(options);
  });
}

/**
 * Whom a shop without any admin waits for, where people sign in at a hosted service: nothing can be made there, so the
 * exchange of their token makes them admin.
 */
export async function awaitFirstAdmin(db: Db, email: string): Promise<FirstAdmin | null> {
  const admins = await db.$count(users, eq(users.role, 'admin'));
  return admins > 0 ? null : { email, password: null, awaited: true };
}

async function createUnlessPresent({
  db,
  identity,
  email,
  password,
  isUnannounced,
  onCreate,
}: FirstAdminOptions): Promise<FirstAdmin | null> {
  const admins = await db.$count(users, eq(users.role, 'admin'));
  if (admins > 0 && !isUnannounced()) return null;
  if (!password) onCreate();
  const address = email ?? DEFAULT_EMAIL;
  const made = password ? null : randomBytes(12).toString('base64url');
  const displayName = 'Shop admin';
  const subject = await identity.ensureUser({ email: address, password: password ?? (made as string), displayName });
  const person = {
    subject: `${identity.issuer.provider}|${subject}`,
    email: address,
    displayName,
    emailConfirmed: true,
  };
  // The owner vouches for the address: a shop that comes back from a hosted service finds the account of that one there.
  const user = (await upsertUser(db, person)) ?? (await reassignUser(db, person));
  if (!user) throw new Error(`${address} belongs to another identity`);
  await db.update(users).set({ role: 'admin' }).where(eq(users.id, user.id));
  return { email: address, password: made };
}
