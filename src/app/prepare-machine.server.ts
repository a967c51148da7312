import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closeDataFolder } from '#src/platform/data-folder.server.ts';
import type { Env } from '#src/platform/env/env.server.ts';
import { acquireInstanceLock } from '#src/platform/instance-lock.server.ts';
import type { Log } from '#src/platform/log.server.ts';
import { migrateDatabase } from '#src/platform/migrate.server.ts';
import { startEmbeddedPostgres } from '#src/platform/postgres/embedded.server.ts';
import { readShopSecret } from '#src/platform/secret/secret.server.ts';
import { StartupError } from '#src/platform/startup-error.server.ts';
// The server's steps continue the launcher's list, so both print with the launcher's own file.
import { step } from '../../scripts/progress.mjs';
import { runPreflightChecks } from './preflight.server.ts';
import { prepareDatabase } from './prepare-database.server.ts';
import type { ShutdownStack } from './shutdown.server.ts';
import { printLine } from './startup-banner.server.ts';
import { tellLauncher } from './tell-launcher.server.ts';
import { DATABASE_PATIENCE_MS } from './wait-for-database.server.ts';

/** Where the shop's data are, once everything is ready for a process that serves requests. */
export interface PreparedMachine {
  databaseUrl: string;
  /** What needs a session of its own does not go through a pooler. */
  directUrl: string;
  /** From which all keys are derived. */
  secret: string;
}

interface Preparation {
  env: Env;
  log: Log;
  shutdown: ShutdownStack;
  /** Takes the port, or returns a sentence that says why it cannot. */
  listen: () => Promise<string | null>;
}

/** The connections of a shop that is a single process, with room for commands at the console. */
const SINGLE = 60;
/** For migrations, backups and commands at the console. */
const OTHERS = 20;

const MIGRATIONS = join(fileURLToPath(new URL('../..', import.meta.url)), 'migrations');

/**
 * Does what happens once on a machine, however many processes then serve requests: checks the environment, takes the
 * data folder and the port, starts the database and migrates it. Throws a StartupError if that cannot work.
 */
export async function prepareMachine({ env, log, shutdown, listen }: Preparation): Promise<PreparedMachine> {
  const errors = await runPreflightChecks(env, {
    onWait: (reason) => printLine(`${reason} Waiting for up to ${DATABASE_PATIENCE_MS / 1_000} seconds.`),
  });
  if (errors.length) {
    const taken = await listen();
    throw new StartupError([...errors, ...(taken ? [taken] : [])].join('\n'));
  }
  // Takes the lock before the port: a shop that is shutting down releases both, and is worth waiting for.
  if (env.database.kind === 'embedded') {
    const onWait = () => printLine('Another shop is still using this data folder; waiting for it to stop.');
    const lock = await acquireInstanceLock(env.dataDir, { timeoutMs: 12_000, onWait });
    shutdown.add(() => lock.release(), { last: true });
  }
  closeDataFolder(env.dataDir, log);
  const taken = await listen();
  if (taken) throw new StartupError(taken);
  const own = env.database.kind === 'postgres' ? env.database : null;
  const databaseUrl = own ? own.url : await startDatabase(env, log, shutdown);
  await step('Bringing the database up to date', () =>
    own ? prepareDatabase(own, MIGRATIONS, log) : migrateDatabase(databaseUrl, MIGRATIONS),
  );
  return {
    databaseUrl,
    directUrl: own?.directUrl ?? databaseUrl,
    secret: readShopSecret(env.authSecret, env.dataDir),
  };
}

/**
 * How many connections the built-in database has to have. While the workers are replaced, there is one more of them.
 * Each has three beside its pool: for notifications, for the locks of jobs, and to know whether the database is there.
 */
function countConnections({ workers, database }: Env): number {
  return workers === 1 ? SINGLE : Math.max(SINGLE, (workers + 1) * (database.poolSize + 3) + OTHERS);
}

async function startDatabase(env: Env, log: Log, shutdown: ShutdownStack): Promise<string> {
  const maxConnections = countConnections(env);
  const { dataDir, backup } = env;
  const archivesWal = backup.wal === true;
  const postgres = await startEmbeddedPostgres({ dataDir, log, onStep: step, maxConnections, archivesWal });
  shutdown.add((leftMs) => postgres.stop(leftMs), { last: true });
  tellLauncher({ cluster: join(realpathSync(dataDir), 'postgres') });
  return postgres.url;
}
