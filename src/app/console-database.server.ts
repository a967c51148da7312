import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Env } from '#src/platform/env/env.server.ts';
import { compareSchema } from '#src/platform/migrate.server.ts';
import { StartupError } from '#src/platform/startup-error.server.ts';
import { checkDatabaseUrls } from './check-database-urls.server.ts';
import { type ConsoleTarget, openConsoleTarget } from './console-target.server.ts';

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));

/**
 * The database of this environment, for console commands that change it. Throws a StartupError with the reason if it
 * cannot be used, or if the shop has another version.
 */
export async function openConsoleDatabase(env: Pick<Env, 'database' | 'dataDir' | 'backup'>): Promise<ConsoleTarget> {
  const opened = await openConsoleTarget(env);
  try {
    if (env.database.kind === 'postgres') {
      const errors = await checkDatabaseUrls(env.database);
      if (errors.length > 0) throw new StartupError(errors.join('\n'));
    }
    await checkSchema(opened.url);
    return opened;
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function checkSchema(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    if ((await compareSchema(client, MIGRATIONS)) === 'same') return;
  } catch (error) {
    // The address itself may contain a password, so only the driver's message is repeated.
    throw new StartupError(
      `The database cannot be used: ${error instanceof Error ? error.message || 'no connection' : 'no connection'}.`,
    );
  } finally {
    await client.end().catch(() => {});
  }
  throw new StartupError(
    'The database belongs to another version of the shop. Start this version once, then try again.',
  );
}
