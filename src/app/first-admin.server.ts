import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EmbeddedIdentity } from '#src/features/identity/embedded-identity.server.ts';
import { ensureOwner } from '#src/features/identity/roles.server.ts';
import { awaitFirstAdmin, ensureFirstAdmin, type FirstAdmin } from '#src/flows/accounts/ensure-first-admin.server.ts';
import type { Db } from '#src/platform/database.server.ts';
import type { Env } from '#src/platform/env/env.server.ts';

/**
 * The first admin, as the environment names them. A password that the shop makes is shown once. Until then a file says
 * that it was not, so that the next start makes another. A shop whose admins have no owner, as of an earlier version, gets
 * one.
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
          // With the folder's lock nobody else is at work on it; a shop on another database has no such lock.
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

/** Whether the process that made the password ended before it was shown. One that still runs will show it. */
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
