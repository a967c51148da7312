import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { StartupError } from './startup-error.server.ts';

export type InstanceLock = { release(): void };

const busy = 5;
const HOLDER_FILE = 'shop.pid';

/**
 * Makes this process the only shop on `dataDir`, which is created if missing. A holder that is shutting down gets
 * `timeoutMs` to end, and `onWait` is called once; after that, a StartupError names the holder. A folder that cannot be
 * locked is a StartupError at once.
 *
 * The lock is a write lock on an SQLite file, the only lock within Node's reach that the kernel releases however its
 * holder ends. So no lock goes stale, and neither a reused process id nor a second container matters. Never open
 * `shop.lock` in another way in this process: closing it would release the lock.
 */
export async function acquireInstanceLock(
  dataDir: string,
  { timeoutMs = 10_000, onWait = () => {} }: { timeoutMs?: number; onWait?: () => void } = {},
): Promise<InstanceLock> {
  const holderFile = join(dataDir, HOLDER_FILE);
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
  return hold(lock, dataDir);
}

/** The same without waiting. Null while a shop holds the folder. */
export function tryInstanceLock(dataDir: string): InstanceLock | null {
  const lock = openLock(dataDir);
  if (tryLock(lock, dataDir)) return hold(lock, dataDir);
  lock.close();
  return null;
}

function hold(lock: DatabaseSync, dataDir: string): InstanceLock {
  try {
    writeFileSync(join(dataDir, HOLDER_FILE), `${process.pid}\n`, { mode: 0o600 });
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
    const lockFile = join(dataDir, 'shop.lock');
    const lock = new DatabaseSync(lockFile);
    chmodSync(lockFile, 0o600);
    return lock;
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
