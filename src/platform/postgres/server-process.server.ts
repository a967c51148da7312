import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, closeSync, mkdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartFault } from '../start-fault.server.ts';
import { measureLog, openLog, readLog } from './log-file.server.ts';
import { endLeftovers, readPidFile } from './processes.server.ts';
import { handOver, type RunAs, spawnAs } from './run-as.server.ts';
import { type Address, listServerArguments } from './settings.server.ts';

/** A cluster and everything needed to run a server on it. */
export type Site = { cluster: string; logFile: string; postgres: string; runAs: RunAs; durable: boolean };

const readyPatienceMs = 300_000;
// The system cuts socket addresses at 104 to 108 bytes.
const longestSocket = 100;

/** Starts the server where it can be reached: by a socket in a private folder if the file system has them, else by a free local port. */
export async function launchAnywhere(site: Site): Promise<{ child: ChildProcess; address: Address }> {
  const socketFolder = join(dirname(site.cluster), 'socket');
  const fits =
    process.platform !== 'win32' && Buffer.byteLength(join(socketFolder, '.s.PGSQL.5432.lock')) <= longestSocket;
  for (let trial = 0; ; trial++) {
    const address: Address = fits && trial === 0 ? { socketFolder } : { port: await findFreePort() };
    try {
      return { child: await launch(site, address), address };
    } catch (fault) {
      const addressRefused =
        fault instanceof StartFault && /could not (bind|create|listen).*(socket|address)/i.test(fault.message);
      if (!addressRefused || trial === 4) throw fault;
    }
  }
}

/** Starts the server and resolves when it accepts connections, recovery included. Not starting is a StartFault with its last words. */
export async function launch(site: Site, address: Address): Promise<ChildProcess> {
  for (let trial = 0; ; trial++) {
    await endLeftovers(site.cluster);
    // Nothing runs on this folder, so the lock files are a dead server's; its number may be someone else's by now.
    rmSync(join(site.cluster, 'postmaster.pid'), { force: true });
    if ('socketFolder' in address) rmSync(address.socketFolder, { recursive: true, force: true });
    try {
      return await launchOnce(site, address);
    } catch (fault) {
      const memoryInUse = fault instanceof StartFault && fault.message.includes('pre-existing shared memory');
      if (!memoryInUse || trial === 10) throw fault;
      await pause(300);
    }
  }
}

/** Fast shutdown: open transactions are undone, everything is written. Forced only if that takes very long; resolves when it has ended. */
export async function shutDown(child: ChildProcess, cluster: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    const force = setTimeout(() => child.kill('SIGQUIT'), 30_000);
    const end = setTimeout(() => child.kill('SIGKILL'), 35_000);
    await ended;
    clearTimeout(force);
    clearTimeout(end);
  }
  await endLeftovers(cluster);
}

async function launchOnce(site: Site, address: Address): Promise<ChildProcess> {
  if ('socketFolder' in address) prepareSocketFolder(site.runAs, address.socketFolder);
  const logStart = measureLog(site.logFile);
  const log = openLog(site.logFile);
  handOver(site.runAs, site.logFile);
  const child = spawnAs(site.runAs, site.postgres, listServerArguments(site.cluster, address, site.durable), {
    cwd: site.cluster,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  let spawnFault: Error | undefined;
  child.once('error', (fault) => {
    spawnFault = fault;
  });
  const deadline = performance.now() + readyPatienceMs;
  for (;;) {
    if (spawnFault !== undefined || child.exitCode !== null || child.signalCode !== null) {
      throw new StartFault(explain(site.logFile, logStart, spawnFault), { cause: spawnFault });
    }
    const server = readPidFile(site.cluster);
    if (server?.ready && server.pid === child.pid) return child;
    if (performance.now() > deadline) {
      await shutDown(child, site.cluster);
      throw new StartFault(
        `PostgreSQL did not get ready in ${readyPatienceMs / 60_000} minutes. Its log is ${site.logFile}`,
      );
    }
    await pause(15);
  }
}

function explain(logFile: string, logStart: number, spawnFault: Error | undefined): string {
  const words = readLog(logFile, Math.min(logStart, measureLog(logFile)))
    .split('\n')
    .filter((line) => /could not|FATAL|PANIC|HINT/.test(line))
    .map((line) => line.replace(/^.*?(?:LOG|WARNING|FATAL|PANIC|HINT): +/, ''));
  const reason = spawnFault?.message ?? [...new Set(words)].join('; ');
  return `PostgreSQL did not start${reason === '' ? '' : `: ${reason}`}. Its log is ${logFile}`;
}

function prepareSocketFolder(runAs: RunAs, folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  handOver(runAs, folder);
  chmodSync(folder, 0o700);
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const closed = once(server, 'close');
  server.close();
  await closed;
  if (address === null || typeof address === 'string') throw new Error('a TCP server without a port');
  return address.port;
}
