import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartupError } from '../startup-error.server.ts';
import { chownTree, type RunAs, spawnAs } from './drop-privileges.server.ts';
import { getLogSize, openLog, readLog } from './log-file.server.ts';
import { killOrphans, readPidFile, runOnIdleCluster } from './processes.server.ts';
import { listServerArguments, type ServerAddress, type ServerSettings } from './server-arguments.server.ts';

/** A cluster and everything needed to run a server on it. */
export type ServerConfig = {
  cluster: string;
  logFile: string;
  postgres: string;
  runAs: RunAs;
  durable: boolean;
  settings?: ServerSettings;
  readyTimeoutMs?: number;
  /** Ends a server that is not ready yet. */
  stopped?: AbortSignal | undefined;
};

const READY_TIMEOUT_MS = 300_000;
// Systems limit socket paths to 104 to 108 bytes.
const MAX_SOCKET_PATH = 100;

/**
 * Starts the server on a socket in a private folder if the file system supports that, otherwise on a free local port.
 */
export async function launchOnFreeAddress(
  config: ServerConfig,
): Promise<{ child: ChildProcess; address: ServerAddress }> {
  const socketFolder = join(dirname(config.cluster), 'socket');
  const fits =
    process.platform !== 'win32' && Buffer.byteLength(join(socketFolder, '.s.PGSQL.5432.lock')) <= MAX_SOCKET_PATH;
  for (let trial = 0; ; trial++) {
    const address: ServerAddress = fits && trial === 0 ? { socketFolder } : { port: await findFreePort() };
    try {
      return { child: await launch(config, address), address };
    } catch (error) {
      const addressRefused = error instanceof StartupError && error.message.split('\n').some(isAboutAddress);
      if (!addressRefused || trial === 4) throw error;
    }
  }
}

/** Whether a log line says that the server cannot listen on an address. */
const isAboutAddress = (line: string) => /could not (?:bind|create|listen)/i.test(line) && /socket|address/i.test(line);

/**
 * Starts the server and resolves when it accepts connections, after any recovery. On failure, throws a StartupError
 * with the last log lines.
 */
export function launch(config: ServerConfig, address: ServerAddress): Promise<ChildProcess> {
  return runOnIdleCluster(config.cluster, () => {
    if ('socketFolder' in address) rmSync(address.socketFolder, { recursive: true, force: true });
    return launchOnce(config, address);
  });
}

/** In ms. The end of the time for a shutdown, reserved for a forced one, which needs little time. */
const FORCE_MS = 1_000;

/**
 * Fast shutdown: rolls back open transactions and writes everything. It is forced one second before `withinMs` is over;
 * the next start then recovers. Resolves when the server has ended.
 */
export async function shutDown(child: ChildProcess, cluster: string, withinMs = 30_000): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    const force = setTimeout(() => child.kill('SIGQUIT'), Math.max(0, withinMs - FORCE_MS));
    const end = setTimeout(() => child.kill('SIGKILL'), Math.max(FORCE_MS, withinMs) - FORCE_MS / 4);
    await ended;
    clearTimeout(force);
    clearTimeout(end);
  }
  await killOrphans(cluster);
}

async function launchOnce(config: ServerConfig, address: ServerAddress): Promise<ChildProcess> {
  if ('socketFolder' in address) prepareSocketFolder(config.runAs, address.socketFolder);
  const logStart = getLogSize(config.logFile);
  const log = openLog(config.logFile);
  chownTree(config.runAs, config.logFile);
  const args = listServerArguments(config.cluster, address, config.durable, config.settings);
  const child = spawnAs(config.runAs, config.postgres, args, { cwd: config.cluster, stdio: ['ignore', log, log] });
  closeSync(log);
  let spawnError: Error | undefined;
  child.once('error', (error) => {
    spawnError = error;
  });
  const { readyTimeoutMs = READY_TIMEOUT_MS, stopped } = config;
  const deadline = performance.now() + readyTimeoutMs;
  for (;;) {
    if (spawnError !== undefined || child.exitCode !== null || child.signalCode !== null) {
      throw new StartupError(explain(config.logFile, logStart, spawnError), { cause: spawnError });
    }
    const server = readPidFile(config.cluster);
    if (server?.ready && server.pid === child.pid) {
      if (config.settings && 'archive_timeout' in config.settings) wakeCheckpointer(child);
      return child;
    }
    if (stopped?.aborted || performance.now() > deadline) {
      await shutDown(child, config.cluster);
      if (stopped?.aborted) throw new StartupError('Stopped before it was done.');
      throw new StartupError(
        `PostgreSQL was not ready within ${readyTimeoutMs / 60_000} minutes. Its log is ${config.logFile}`,
      );
    }
    await pause(15);
  }
}

/**
 * The process that ends segments after `archive_timeout` begins during the recovery of a start, when it does not look at
 * that setting, and then sleeps for five minutes. A signal to read the settings again wakes it.
 */
function wakeCheckpointer(server: ChildProcess): void {
  if (process.platform !== 'win32') server.kill('SIGHUP');
}

function explain(logFile: string, logStart: number, spawnError: Error | undefined): string {
  const lines = readLog(logFile, Math.min(logStart, getLogSize(logFile)))
    .split('\n')
    .filter((line) => /could not|FATAL|PANIC|HINT/.test(line))
    .map((line) => line.replace(/^.*?(?:LOG|WARNING|FATAL|PANIC|HINT): +/, ''));
  const reason = spawnError?.message ?? [...new Set(lines)].join('; ');
  return `PostgreSQL did not start${reason === '' ? '' : `: ${reason}`}. Its log is ${logFile}`;
}

function prepareSocketFolder(runAs: RunAs, folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chownTree(runAs, folder);
  chmodSync(folder, 0o700);
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const closed = once(server, 'close');
  server.close();
  await closed;
  if (address === null || typeof address === 'string') throw new Error('a TCP server without a port');
  return address.port;
}
