import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EmbeddedIdentity } from '#src/features/identity/embedded-identity.server.ts';
import { ensureOwner } from '#src/features/identity/roles.server.ts';
import { awaitFirstAdmin, ensureFirstAdmin, type FirstAdmin } from '#src/flows/accounts/ensure-first-admin.server.ts';
import type { Db } from '#src/platform/database.server.ts';
import type { Env } from '#src/platform/env/env.server.ts';

/**
 * Creates the first admin as the environment says. A generated password is shown once. Until then, a marker file says
 * that it was not shown, so that the next start generates another. If a shop's admins have no owner, as in an earlier
 * version, one becomes the owner.
 */
export async function openFirstAdmin(
  { dataDir, database, identity: settings }: Pick<Env, 'dataDir' | 'database' | 'identity'>,
  db: Db,
  identity: EmbeddedIdentity | null,
): Promise<{ admin: FirstAdmin | null; markAnnounced(): void }> {
  const unannounced = join(dataDir, 'first-admin-unannounced');
  const admin =
    settings.kind === 'firebase'
      ? await awaitFirstAdmin(db, settings.adminEmail)
      : identity &&
        (await ensureFirstAdmin({
          db,
          identity,
          email: settings.firstAdmin?.email,
          password: settings.firstAdmin?.password,
          // With the folder's lock, no other process is working on it. A shop on another database has no such lock.
          isUnannounced: () => (database.kind === 'postgres' ? isAbandoned(unannounced) : existsSync(unannounced)),
          onCreate: () => writeFileSync(unannounced, String(process.pid)),
        }));
  await ensureOwner(db, settings.kind === 'firebase' ? settings.adminEmail : settings.firstAdmin?.email);
  return {
    admin,
    markAnnounced() {
      if (admin) rmSync(unannounced, { force: true });
    },
  };
}

/** Whether the process that generated the password ended before showing it. One that is still running will show it. */
function isAbandoned(marker: string): boolean {
  if (!existsSync(marker)) return false;
  const maker = Number(readFileSync(marker, 'utf8'));
  if (!maker || maker === process.pid) return true;
  try {
    process.kill(maker, 0);
    return false;
  } catch {
    return true;
  }
}
