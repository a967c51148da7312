import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../startup-error.server.ts';
import { findBinaries } from './binaries.server.ts';
import { checkCluster } from './cluster.server.ts';
import { chooseRunAs, chownTree } from './drop-privileges.server.ts';
import { readLog } from './log-file.server.ts';
import type { ServerSettings } from './server-arguments.server.ts';
import { launchOnFreeAddress, type ServerConfig, shutDown } from './server-process.server.ts';

export interface RecoveryOptions {
  /** Has the base backup in `postgres`, and the log in `wal`. */
  dataDir: string;
  /** Changes that were committed after it are left out. Null: everything in the log is restored. */
  target: Date | null;
  stopped?: AbortSignal | undefined;
}

/** A log of a day may take hours to replay. */
const RECOVERY_TIMEOUT_MS = 86_400_000;

/**
 * Replays the log on a base backup up to the target, and ends the server when it has begun a new timeline. Nobody can
 * connect before (`hot_standby`): with a server that can be read, or that pauses at the target, somebody could stop it
 * in between, and its next start would replay more. Resolves to when the last change that is in it was committed; null
 * if the log has none. Throws a StartupError if the log does not reach the target. The folder must not be used then.
 */
export async function recoverCluster({ dataDir, target, stopped }: RecoveryOptions): Promise<Date | null> {
  const cluster = join(dataDir, 'postgres');
  const binaries = findBinaries();
  const runAs = chooseRunAs(dataDir, binaries.initdb);
  if (!checkCluster(cluster, binaries.major)) throw new StartupError('The base backup has no database.');
  const logFile = join(dataDir, 'recovery.log');
  const config: ServerConfig = {
    cluster,
    logFile,
    postgres: binaries.postgres,
    runAs,
    durable: true,
    settings: listRecoverySettings(target),
    readyTimeoutMs: RECOVERY_TIMEOUT_MS,
    stopped,
  };
  writeFileSync(join(cluster, 'recovery.signal'), '', { flush: true });
  chmodSync(cluster, 0o700);
  chownTree(runAs, cluster);
  chownTree(runAs, join(dataDir, 'wal'));
  try {
    const { child } = await launchOnFreeAddress(config);
    await shutDown(child, cluster);
  } catch (error) {
    throw explain(error, readLog(logFile, 0), target);
  }
  if (existsSync(join(cluster, 'recovery.signal'))) throw new StartupError('The recovery has not ended.');
  return findLastCommit(readLog(logFile, 0));
}

function listRecoverySettings(target: Date | null): ServerSettings {
  return {
    hot_standby: 'off',
    // The server's own folder is its working folder.
    restore_command:
      process.platform === 'win32' ? 'copy "..\\wal\\%f" "%p"' : 'test -f "../wal/%f" && cp "../wal/%f" "%p"',
    // An earlier restore to another moment has begun another timeline, which is not the one of this base backup.
    recovery_target_timeline: 'current',
    ...(target && {
      // The server reads it before it knows the names of time zones, such as Z.
      recovery_target_time: target.toISOString().replace('Z', '+00'),
      recovery_target_inclusive: 'on',
      recovery_target_action: 'promote',
    }),
  };
}

const LAST_COMMIT = /last completed transaction was at log time (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d{1,6})?)\+00/;

function findLastCommit(log: string): Date | null {
  const [, day, time] = LAST_COMMIT.exec(log) ?? [];
  return day ? new Date(`${day}T${time}Z`) : null;
}

function explain(error: unknown, log: string, target: Date | null): unknown {
  if (log.includes('recovery ended before configured recovery target was reached')) {
    const last = findLastCommit(log)?.toISOString();
    return new StartupError(
      `The archived log does not reach ${target?.toISOString()}: ${last ? `its last change is of ${last}` : 'it has no change after its base backup'}. ` +
        'Name an earlier time, or restore all of it with --at latest.',
      { cause: error },
    );
  }
  if (log.includes('WAL ends before') || log.includes('could not locate required checkpoint record')) {
    return new StartupError('The archive lacks a part of the log that its base backup needs. Name an earlier time.', {
      cause: error,
    });
  }
  return error;
}
