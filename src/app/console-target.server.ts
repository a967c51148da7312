import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Env } from '#src/platform/env/env.server.ts';
import { tryInstanceLock } from '#src/platform/instance-lock.server.ts';
import { startEmbeddedPostgres } from '#src/platform/postgres/embedded.server.ts';
import { findRunningPostgres, hasCluster } from '#src/platform/postgres/running.server.ts';
import { StartupError } from '#src/platform/startup-error.server.ts';

/** The database that a console command works on. */
export interface ConsoleTarget {
  /** PostgreSQL itself, not a pooler in front of it, if the environment names both. */
  url: string;
  /** Its name for the person at the terminal. Never an address, which may contain a password. */
  title: string;
  /** Absent if this machine has no image folder. */
  imageFolder?: string;
  close(): Promise<void>;
}

/**
 * The database of this environment. If a shop is running on the data folder, its PostgreSQL is used as it is. Otherwise
 * PostgreSQL is started for the command and stopped by `close`; until then, no shop can start there. A folder of an
 * older version is a StartupError, since only the start of a shop updates its roles.
 */
export async function openConsoleTarget({
  database,
  dataDir,
  backup,
}: Pick<Env, 'database' | 'dataDir' | 'backup'>): Promise<ConsoleTarget> {
  const imageFolder = join(dataDir, 'images');
  const close = async () => {};
  if (database.kind === 'postgres') {
    const images = existsSync(imageFolder) ? { imageFolder } : {};
    return { url: database.directUrl ?? database.url, title: 'the database at DATABASE_URL', ...images, close };
  }
  if (!hasCluster(dataDir))
    throw new StartupError(`There is no shop in ${dataDir}. Set DATA_DIR or DATABASE_URL to the one you mean.`);
  const lock = tryInstanceLock(dataDir);
  if (!lock)
    return { url: await findRunningPostgres(dataDir), title: `the running shop in ${dataDir}`, imageFolder, close };
  try {
    // Without it, what the command writes would be missing in the archived log.
    const archivesWal = backup.wal === true;
    const postgres = await startEmbeddedPostgres({ dataDir, log: STDERR, refuseOlder: true, archivesWal });
    return {
      url: postgres.url,
      title: `the stopped shop in ${dataDir}`,
      imageFolder,
      async close() {
        await postgres.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Standard output is only for the report. */
const STDERR = {
  warn: (_fields: object, message: string) => void process.stderr.write(`${message}\n`),
  error: (_fields: object, message: string) => void process.stderr.write(`${message}\n`),
};
