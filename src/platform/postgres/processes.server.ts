import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartupError } from '../startup-error.server.ts';

/** A part of the title of every process of this cluster, to tell it from other PostgreSQL processes. */
export function getClusterName(cluster: string): string {
  return `shop-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`;
}

/**
 * Ends processes that still run on `cluster` after a shop was killed: an orphaned server by a clean shutdown if
 * possible, backends that outlived their server by force, and either by force after `timeoutMs`. Recovery makes this
 * safe. Resolves to how many there were. The caller must hold the folder's instance lock.
 */
export async function killOrphans(cluster: string, timeoutMs = 20_000): Promise<number> {
  const found = findProcesses(cluster);
  if (found.length === 0) return 0;
  const server = readPidFile(cluster)?.pid;
  const stages: { signal: NodeJS.Signals; timeoutMs: number; onlyServer?: true }[] = [
    { signal: 'SIGINT', timeoutMs, onlyServer: true },
    { signal: 'SIGQUIT', timeoutMs: 3000 },
    { signal: 'SIGKILL', timeoutMs: 5000 },
  ];
  for (const { signal, timeoutMs, onlyServer } of stages) {
    const targets = findProcesses(cluster).filter((pid) => !onlyServer || pid === server);
    for (const pid of targets) send(pid, signal, cluster);
    const deadline = performance.now() + (targets.length === 0 ? 0 : timeoutMs);
    do {
      if (findProcesses(cluster).length === 0) return found.length;
      await pause(20);
    } while (performance.now() < deadline);
  }
  throw new StartupError(
    `PostgreSQL is still running on ${cluster} (processes ${findProcesses(cluster).join(', ')}) and cannot be stopped.`,
  );
}

/**
 * Starts a program that must be the only one on `cluster`: ends orphans, removes their lock file, and waits until their
 * shared memory is freed.
 */
export async function runOnIdleCluster<T>(cluster: string, start: () => Promise<T>): Promise<T> {
  for (let trial = 0; ; trial++) {
    await killOrphans(cluster);
    // Nothing runs on this folder, so the lock file is from a dead server. Its process id may belong to something else
    // by now.
    rmSync(join(cluster, 'postmaster.pid'), { force: true });
    try {
      return await start();
    } catch (error) {
      const memoryInUse = error instanceof StartupError && error.message.includes('pre-existing shared memory');
      if (!memoryInUse || trial === 10) throw error;
      await pause(300);
    }
  }
}

/** What PostgreSQL itself recorded about its running server. Absent if none runs or the file is incomplete. */
export function readPidFile(
  cluster: string,
): { pid: number; ready: boolean; port: number; socketFolder: string } | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    const [pid, port] = [Number(lines[0]), Number(lines[3])];
    const [socketFolder = '', , , status] = lines.slice(4).map((line) => line.trim());
    return pid > 0 ? { pid, ready: status === 'ready', port, socketFolder } : undefined;
  } catch {
    return undefined;
  }
}

/** The ids of all running PostgreSQL processes of this cluster, the server and its backends. */
export function findProcesses(cluster: string): number[] {
  const name = getClusterName(cluster);
  if (process.platform === 'linux') {
    const pids = readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0);
    return pids.filter((pid) => {
      if (attempt(() => readFileSync(`/proc/${pid}/comm`, 'utf8')).trim() !== 'postgres') return false;
      // In a container, even root may not read another user's folder link, but everyone can read the title.
      return (
        attempt(() => readlinkSync(`/proc/${pid}/cwd`)) === cluster ||
        attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')).includes(name)
      );
    });
  }
  if (process.platform === 'win32') return [];
  const list = spawnSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' }).stdout ?? '';
  return list
    .split('\n')
    .filter((line) => line.includes('postgres') && line.includes(name))
    .map((line) => Number.parseInt(line, 10));
}

function attempt(read: () => string): string {
  try {
    return read();
  } catch {
    return ''; // it has just ended, or we may not read it
  }
}

function send(pid: number, signal: NodeJS.Signals, cluster: string): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EPERM') {
      throw new StartupError(
        `PostgreSQL is still running on ${cluster} as another user (process ${pid}). Stop it, then start the shop again.`,
      );
    }
  }
}
