import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { StartupError } from './startup-error.server.ts';

export type InstanceLock = { release(): void };

const busy = 5;

/**
 * Makes this process the only shop on `dataDir` (created if missing). A holder may be just stopping, so it is given
 * `patienceMs` to end; `onWait` is called once if it comes to that. Then a StartFault names it. A folder that cannot be locked is a StartFault at once.
 *
 * The lock is a write lock on an SQLite file, the one lock within Node's reach that the kernel itself gives back however
 * its holder ends: nothing goes stale, and a reused process id or a second container changes nothing.
 * Never open `shop.lock` in any other way in this process: closing it again would give the lock away.
 */
export async function acquireInstanceLock(
  dataDir: string,
  { timeoutMs = 10_000, onWait = () => {} }: { timeoutMs?: number; onWait?: () => void } = {},
): Promise<InstanceLock> {
  const holderFile = join(dataDir, 'shop.pid');
  const deadline = performance.now() + timeoutMs;
  const lock = openLock(dataDir);
  let waited = false;
  while (!tryLock(lock, dataDir)) {
    if (performance.now() >= deadline) {
      lock.close();
      throw new StartupError(
        `Another shop is already running on ${dataDir}${describeHolder(holderFile)}. ` +
          'Stop it first, or give this one a folder of its own with DATA_DIR.',
      );
    }
    if (!waited) onWait();
    waited = true;
    await pause(100);
  }
  try {
    writeFileSync(holderFile, `${process.pid}\n`);
  } catch (error) {
    lock.close();
    throw toLockError(dataDir, error);
  }
  return {
    release() {
      if (lock.isOpen) lock.close();
    },
  };
}

function openLock(dataDir: string): DatabaseSync {
  try {
    mkdirSync(dataDir, { recursive: true });
    return new DatabaseSync(join(dataDir, 'shop.lock'));
  } catch (error) {
    throw toLockError(dataDir, error);
  }
}

function tryLock(lock: DatabaseSync, dataDir: string): boolean {
  try {
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return false;
    lock.close();
    throw toLockError(dataDir, error);
  }
}

function toLockError(dataDir: string, error: unknown): StartupError {
  const reason = error instanceof Error ? error.message : String(error);
  return new StartupError(
    `The shop cannot write to its data folder ${dataDir} (${reason}). Make it writable, or set DATA_DIR to one that is.`,
    { cause: error },
  );
}

function describeHolder(holderFile: string): string {
  try {
    return ` (process ${readFileSync(holderFile, 'utf8').trim()})`;
  } catch {
    return '';
  }
}
