import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartupError } from '../startup-error.server.ts';
import type { Binaries } from './binaries.server.ts';
import { chownTree, type RunAs } from './drop-privileges.server.ts';
import { setUpRole, syncFolder } from './shop-role.server.ts';
import { runProgram } from './single-user.server.ts';

const NEW_PREFIX = 'postgres.new-';

/**
 * True if there is a database cluster. Throws a StartupError if the folder has something else, or a cluster of another
 * version.
 */
export function checkCluster(cluster: string, major: number): boolean {
  if (!existsSync(cluster)) return false;
  const { uid } = statSync(cluster);
  const me = process.geteuid?.() ?? uid;
  if (me !== 0 && me !== uid) {
    throw new StartupError(
      `The database in ${cluster} belongs to another user (${uid}). Start the shop as that user or as root, ` +
        `or change the owner of the folder: chown -R ${me} ${dirname(cluster)}`,
    );
  }
  if (readdirSync(cluster).length === 0) return false;
  const versionFile = join(cluster, 'PG_VERSION');
  if (!existsSync(versionFile))
    throw new StartupError(`${cluster} contains files but no database. Move them away, or set another DATA_DIR.`);
  const version = readFileSync(versionFile, 'utf8').trim();
  if (version !== String(major)) {
    throw new StartupError(
      `The database in ${cluster} was made by PostgreSQL ${version}; this shop runs PostgreSQL ${major}. ` +
        `Dump it with version ${version} (pg_dump), move the folder away, start the shop, and restore the dump (pg_restore).`,
    );
  }
  return true;
}

/**
 * Creates the cluster beside its final place and moves it there when it is complete. A kill leaves all of it or
 * nothing.
 */
export async function createCluster(
  cluster: string,
  binaries: Binaries,
  runAs: RunAs,
  durable: boolean,
): Promise<void> {
  const dataDir = dirname(cluster);
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(NEW_PREFIX)) rmSync(join(dataDir, name), { recursive: true, force: true, maxRetries: 5 });
  }
  const folder = mkdtempSync(join(dataDir, NEW_PREFIX));
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const options = ['-D', folder, '-U', 'postgres', '--auth=reject', '--no-instructions', ...locale];
  try {
    chownTree(runAs, folder);
    await runProgram(runAs, binaries.initdb, durable ? options : [...options, '--no-sync'], folder);
    await setUpRole({ cluster: folder, postgres: binaries.postgres, runAs, durable });
    renameSync(folder, cluster);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  if (durable && process.platform !== 'win32') syncFolder(dataDir);
}
