import type { EmbeddedIdentity } from '#src/features/identity/embedded-identity.server.ts';
import { ensureOwner } from '#src/features/identity/roles.server.ts';
import { awaitFirstAdmin, ensureFirstAdmin, type FirstAdmin } from '#src/flows/accounts/ensure-first-admin.server.ts';
import type { Db } from '#src/platform/database.server.ts';
import type { Env } from '#src/platform/env/env.server.ts';

/**
 * Creates the first admin as the environment says, and announces how they sign in. If a shop's admins have no owner, as
 * in an earlier version, one becomes the owner.
 */
export async function openFirstAdmin(
  settings: Env['identity'],
  db: Db,
  identity: EmbeddedIdentity | null,
  announce: (admin: FirstAdmin) => void,
): Promise<void> {
  if (settings.kind === 'firebase') {
    const awaited = await awaitFirstAdmin(db, settings.adminEmail);
    if (awaited) announce(awaited);
    await ensureOwner(db, settings.adminEmail);
    return;
  }
  const { firstAdmin } = settings;
  if (identity)
    await ensureFirstAdmin({ db, identity, email: firstAdmin?.email, password: firstAdmin?.password, announce });
  await ensureOwner(db, firstAdmin?.email);
}
