import { randomBytes } from 'node:crypto';
import type { EmbeddedIdentity } from '#src/features/identity/embedded-identity.server.ts';
import { FIRST_ADMIN_LOCK, whereMay } from '#src/features/identity/roles.server.ts';
import { users } from '#src/features/identity/tables.server.ts';
import { acquireTxLock, type Db } from '#src/platform/database.server.ts';
import { installOwner } from './install-owner.server.ts';

export interface FirstAdmin {
  email: string;
  /** Null if the owner configured it: then it is not printed. */
  password: string | null;
  /** Not an admin yet. They become one by signing in at the hosted service with a confirmed address. */
  awaited?: true;
}

export interface FirstAdminOptions {
  db: Db;
  identity: EmbeddedIdentity;
  email: string | undefined;
  password: string | undefined;
  /** Whether an earlier start created a password and ended before printing it. Then a new one is created. */
  isUnannounced: () => boolean;
  /** Called before anything is created, so that the next start knows of an interrupted one. */
  onCreate: () => void;
}

const DEFAULT_EMAIL = 'admin@ironmonger.example';

/**
 * Creates the first admin, who is also owner, of a shop that has none. Null if there is one whose password was printed.
 */
export async function ensureFirstAdmin(options: FirstAdminOptions): Promise<FirstAdmin | null> {
  // A transaction holds only the lock: concurrent starts must not create two admins.
  return options.db.transaction(async (tx) => {
    await acquireTxLock(tx, FIRST_ADMIN_LOCK);
    return createUnlessPresent(options);
  });
}

/**
 * Returns who will become the first admin if identity is hosted, or null if there is an admin. The shop cannot create
 * users there, so the exchange of their token makes them admin.
 */
export async function awaitFirstAdmin(db: Db, email: string): Promise<FirstAdmin | null> {
  const admins = await db.$count(users, whereMay('users.manage'));
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
  const admins = await db.$count(users, whereMay('users.manage'));
  if (admins > 0 && !isUnannounced()) return null;
  if (!password) onCreate();
  const address = email ?? DEFAULT_EMAIL;
  const newPassword = password ? null : randomBytes(12).toString('base64url');
  await installOwner(db, identity, {
    email: address,
    password: password ?? (newPassword as string),
    displayName: 'Shop admin',
  });
  return { email: address, password: newPassword };
}
