import type { ChildProcess } from 'node:child_process';
import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartupError } from '../startup-error.server.ts';
import { backoff } from '../worker/backoff.ts';
import { findBinaries } from './binaries.server.ts';
import { checkCluster, createCluster } from './cluster.server.ts';
import { requireNoRecovery } from './control-file.server.ts';
import { chooseRunAs, chownTree } from './drop-privileges.server.ts';
import { rotateLog } from './log-file.server.ts';
import { killOrphans } from './processes.server.ts';
import type { ServerAddress } from './server-arguments.server.ts';
import { launch, launchOnFreeAddress, type ServerConfig, shutDown } from './server-process.server.ts';
import { readPassword, requireSecuredRole, secureRole, shopRole } from './shop-role.server.ts';
import { allowBaseBackups, listArchiveSettings, prepareWalSpool } from './wal-spool.server.ts';

export type EmbeddedPostgresOptions = {
  /** The shop's data folder, which has the cluster in `postgres`. The caller holds the folder's instance lock. */
  dataDir: string;
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
  /** Wraps steps that may take long, to show them. */
  onStep?: <T>(title: string, work: () => Promise<T>) => Promise<T>;
  /** How many connections the server allows; a default if absent. */
  maxConnections?: number;
  /** Throws a StartupError for a folder of an older version, instead of updating it. */
  refuseOlder?: boolean;
  /** Hands over the log of the database, which the shop archives. */
  archivesWal?: boolean;
};

type Options = EmbeddedPostgresOptions & { durable: boolean };

export type EmbeddedPostgres = {
  /** For the `pg` driver. Stays the same if the server has to be restarted. */
  readonly url: string;
  /** The current process id of the server. */
  readonly pid: number | undefined;
  /** Shuts down the server cleanly, or by force if that takes longer than `withinMs`. Resolves when it has ended. */
  stop(withinMs?: number): Promise<void>;
};

/** Prepares the cluster, starts its server and keeps it running until `stop`. */
export async function superviseCluster(options: Options): Promise<EmbeddedPostgres> {
  try {
    mkdirSync(options.dataDir, { recursive: true });
    return await prepareAndStart({ ...options, dataDir: realpathSync(options.dataDir) });
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error;
    throw new StartupError(`The database in ${options.dataDir} cannot be started (${error.message}).`, {
      cause: error,
    });
  }
}

async function prepareAndStart({
  dataDir,
  log,
  durable,
  maxConnections,
  refuseOlder = false,
  archivesWal = false,
  onStep = (_, work) => work(),
}: Options): Promise<EmbeddedPostgres> {
  const cluster = join(dataDir, 'postgres');
  const binaries = findBinaries();
  const runAs = chooseRunAs(dataDir, binaries.initdb);
  const config: ServerConfig = {
    cluster,
    logFile: join(dataDir, 'postgres.log'),
    postgres: binaries.postgres,
    runAs,
    durable,
    settings: {
      ...(maxConnections && { max_connections: maxConnections }),
      ...(archivesWal && listArchiveSettings(cluster)),
    },
  };
  if (checkCluster(cluster, binaries.major)) requireNoRecovery(cluster);
  else {
    await onStep('Creating the database', () => createCluster(cluster, binaries, runAs, durable));
  }
  if (refuseOlder) requireSecuredRole(config);
  return onStep('Starting PostgreSQL', async () => {
    const orphans = await killOrphans(cluster);
    if (orphans > 0) log.warn({ orphans }, 'a PostgreSQL process left over from a killed shop was stopped');
    chownTree(runAs, cluster);
    await secureRole(config);
    if (archivesWal) {
      prepareWalSpool(cluster, runAs);
      if (!refuseOlder) await allowBaseBackups(config);
    }
    const { child, address } = await launchOnFreeAddress(config);
    return supervise(config, child, address, readPassword(cluster), log);
  });
}

function supervise(
  config: ServerConfig,
  first: ChildProcess,
  address: ServerAddress,
  password: string,
  log: EmbeddedPostgresOptions['log'],
): EmbeddedPostgres {
  const stopping = new AbortController();
  const rotation = setInterval(() => rotateLog(config.logFile), 60_000).unref();
  let child = first;
  let recovery = Promise.resolve();
  let stopped: Promise<void> | undefined;
  let failures = 0;

  function watch(): void {
    const startedAt = performance.now();
    child.once('exit', (code, signal) => {
      if (stopping.signal.aborted) return;
      log.error({ code, signal }, 'PostgreSQL ended unexpectedly and is being restarted');
      if (performance.now() - startedAt > 60_000) failures = 0;
      recovery = restart();
    });
  }

  async function restart(): Promise<void> {
    while (!stopping.signal.aborted) {
      const delayMs = getRestartDelay(failures);
      failures += 1;
      if (delayMs > 0) await pause(delayMs, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        child = await launch(config, address);
        log.warn({ pid: child.pid }, 'PostgreSQL is running again');
        watch();
        return;
      } catch (error) {
        log.error({ err: error }, 'PostgreSQL could not be restarted yet');
      }
    }
  }

  async function stop(withinMs?: number): Promise<void> {
    stopping.abort();
    clearInterval(rotation);
    await recovery;
    await shutDown(child, config.cluster, withinMs);
  }

  watch();
  return {
    url: toUrl(address, password),
    get pid() {
      return child.pid;
    },
    stop(withinMs) {
      stopped ??= stop(withinMs);
      return stopped;
    },
  };
}

/** In ms. The first restart waits for nothing; only a server that cannot stay up is given time. */
export function getRestartDelay(earlierFailures: number): number {
  return earlierFailures === 0 ? 0 : backoff(earlierFailures, { first: 50, max: 5_000 });
}

/** The address of a running server, for the `pg` driver. */
export function toUrl(address: ServerAddress, password: string): string {
  if ('port' in address) return `postgres://${shopRole}:${password}@127.0.0.1:${address.port}/${shopRole}`;
  return `postgres://${shopRole}:${password}@${encodeURIComponent(address.socketFolder)}/${shopRole}`;
}
