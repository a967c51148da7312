import { accessSync, constants, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import pg from 'pg';
import type { Env } from '#src/platform/env/env.server.ts';

const MIN_POSTGRES_VERSION = 15;

/** Everything that would keep the shop from starting, in one sentence each, not only the first problem. */
export async function runPreflightChecks(env: Pick<Env, 'dataDir' | 'database'>): Promise<string[]> {
  const { dataDir, database } = env;
  const errors = [checkDataDir(dataDir)];
  if (database.kind === 'postgres') {
    errors.push(await checkDatabase('DATABASE_URL', database.url));
    if (database.migrationUrl) errors.push(await checkDatabase('DATABASE_MIGRATION_URL', database.migrationUrl));
  }
  return errors.filter((error) => error !== null);
}

function checkDataDir(folder: string): string | null {
  const probe = join(folder, `.probe-${process.pid}`);
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
    writeFileSync(probe, '');
    rmSync(probe);
    return null;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    return `DATA_DIR ${folder} cannot be written to${code}. Make it writable for this user, or choose another DATA_DIR.`;
  }
}

async function checkDatabase(key: string, url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int / 10000 as version",
    );
    const version = rows[0]?.version ?? 0;
    return version >= MIN_POSTGRES_VERSION
      ? null
      : `${key} points to PostgreSQL ${version}; the shop needs ${MIN_POSTGRES_VERSION} or newer.`;
  } catch (error) {
    // The address itself may contain a password, so only the driver's message is repeated.
    return `${key} cannot be used: ${error instanceof Error ? error.message || 'no connection' : 'no connection'}.`;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Creates the folder level by level: if a level can never be created, Node's recursive option tries forever. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}
