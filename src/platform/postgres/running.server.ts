import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartupError } from '../startup-error.server.ts';
import { readPidFile } from './processes.server.ts';
import { readPassword } from './shop-role.server.ts';
import { toUrl } from './supervisor.server.ts';

const READY_TIMEOUT_MS = 20_000;

/** Whether a shop has ever created its database in this data folder. */
export function hasCluster(dataDir: string): boolean {
  return existsSync(join(dataDir, 'postgres', 'PG_VERSION'));
}

/**
 * The address of the PostgreSQL server that a shop is running on this data folder. Waits for one that is starting, and
 * changes nothing.
 */
export async function findRunningPostgres(dataDir: string): Promise<string> {
  const cluster = join(realpathSync(dataDir), 'postgres');
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (performance.now() < deadline) {
    const server = readPidFile(cluster);
    if (server?.ready) {
      const { port, socketFolder } = server;
      return toUrl(socketFolder === '' ? { port } : { socketFolder }, readStoredPassword(cluster));
    }
    await pause(200);
  }
  throw new StartupError(
    `A shop is using ${dataDir}, but its PostgreSQL does not become ready. Its log is ${join(dataDir, 'postgres.log')}`,
  );
}

function readStoredPassword(cluster: string): string {
  try {
    return readPassword(cluster);
  } catch (error) {
    throw new StartupError(
      `The password of the database in ${cluster} cannot be read. Run this as the user who runs the shop, or as root.`,
      { cause: error },
    );
  }
}
