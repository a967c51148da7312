import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chownTree, type RunAs } from './drop-privileges.server.ts';
import { runOnIdleCluster } from './processes.server.ts';
import type { ServerSettings } from './server-arguments.server.ts';
import { type Cluster, shopRole, writePrivateFile } from './shop-role.server.ts';
import { runSingleUser } from './single-user.server.ts';

/** In s. After this time, PostgreSQL ends a segment that is not full, so that no more than this is lost with a disk. */
const ARCHIVE_TIMEOUT_S = 60;

/** Where the server hands over its log, which the shop then archives. It is beside the cluster, on the same disk. */
export const getWalSpool = (cluster: string): string => join(dirname(cluster), 'postgres-wal');

/** The settings of a server that hands over its log. */
export function listArchiveSettings(cluster: string): ServerSettings {
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': getWalSpool(cluster),
    archive_timeout: ARCHIVE_TIMEOUT_S,
  };
}

/** Prepares the folder in which the server hands over its log. No server may be running. */
export function prepareWalSpool(cluster: string, runAs: RunAs): void {
  const spool = getWalSpool(cluster);
  mkdirSync(spool, { recursive: true, mode: 0o700 });
  // What a server that crashed was writing. It writes it again.
  for (const name of readdirSync(spool)) if (name.startsWith('archtemp')) rmSync(join(spool, name));
  chownTree(runAs, spool);
  chmodSync(spool, 0o700);
}

const GRANTED = 'shop.base-backups';

/** The functions give no access to files: whoever makes a base backup must be able to read the folder anyway. */
const GRANT = ['pg_backup_start(text, boolean)', 'pg_backup_stop(boolean)'].map(
  (name) => `GRANT EXECUTE ON FUNCTION pg_catalog.${name} TO ${shopRole}`,
);

/** Lets the shop's role make base backups. The file is written last; a killed run starts over. */
export async function allowBaseBackups(target: Cluster): Promise<void> {
  if (existsSync(join(target.cluster, GRANTED))) return;
  await runOnIdleCluster(target.cluster, () => runSingleUser(target, shopRole, GRANT));
  writePrivateFile(target, GRANTED, '');
}
