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
  /** Tells the person at the terminal, before anything is created. */
  announce: (admin: FirstAdmin) => void;
}

const DEFAULT_EMAIL = 'admin@ironmonger.example';

/**
 * Creates the first admin, who is also owner, of a shop that has none. Announced first: a start that ends in between
 * leaves a shop without an admin, and the next start announces another password. The other way around, it would leave an
 * admin whose password nobody knows.
 */
export async function ensureFirstAdmin(options: FirstAdminOptions): Promise<void> {
  // A transaction holds only the lock: concurrent starts must not create two admins.
  await options.db.transaction(async (tx) => {
    await acquireTxLock(tx, FIRST_ADMIN_LOCK);
    await createUnlessPresent(options);
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

async function createUnlessPresent({ db, identity, email, password, announce }: FirstAdminOptions): Promise<void> {
  const admins = await db.$count(users, whereMay('users.manage'));
  if (admins > 0) return;
  const address = email ?? DEFAULT_EMAIL;
  const newPassword = password ?? randomBytes(12).toString('base64url');
  announce({ email: address, password: password ? null : newPassword });
  await installOwner(db, identity, { email: address, password: newPassword, displayName: 'Shop admin' });
}
