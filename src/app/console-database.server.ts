import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Env } from '#src/platform/env/env.server.ts';
import { tryInstanceLock } from '#src/platform/instance-lock.server.ts';
import { compareSchema } from '#src/platform/migrate.server.ts';
import { startEmbeddedPostgres } from '#src/platform/postgres/embedded.server.ts';
import { findRunningPostgres, hasCluster } from '#src/platform/postgres/running.server.ts';
import { StartupError } from '#src/platform/startup-error.server.ts';

interface ConsoleDatabase {
  url: string;
  close(): Promise<void>;
}

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));

/**
 * The database of this environment, for a command at the console. The PostgreSQL of a running shop is used as it is. Of a
 * stopped one it is started, and stopped by `close`. A StartupError says what is in the way.
 */
export async function openConsoleDatabase(env: Pick<Env, 'database' | 'dataDir'>): Promise<ConsoleDatabase> {
  const opened = await open(env);
  try {
    await checkSchema(opened.url);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function open({ database, dataDir }: Pick<Env, 'database' | 'dataDir'>): Promise<ConsoleDatabase> {
  const close = async () => {};
  if (database.kind === 'postgres') return { url: database.url, close };
  if (!hasCluster(dataDir))
    throw new StartupError(`There is no shop in ${dataDir} yet. Set DATA_DIR to its folder, or start it first.`);
  const lock = tryInstanceLock(dataDir);
  if (!lock) return { url: await findRunningPostgres(dataDir), close };
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log: STDERR });
    return {
      url: postgres.url,
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

async function checkSchema(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    if ((await compareSchema(client, MIGRATIONS)) === 'same') return;
  } catch (error) {
    // The address itself may hold a password, so only what the driver says is repeated.
    throw new StartupError(
      `The database cannot be used: ${error instanceof Error ? error.message || 'no connection' : 'no connection'}.`,
    );
  } finally {
    await client.end().catch(() => {});
  }
  throw new StartupError('The database is of another version of the shop. Start this version once, then try again.');
}

const STDERR = {
  warn: (_fields: object, message: string) => void process.stderr.write(`${message}\n`),
  error: (_fields: object, message: string) => void process.stderr.write(`${message}\n`),
};
