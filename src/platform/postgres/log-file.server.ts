import { closeSync, copyFileSync, openSync, readSync, statSync, truncateSync } from 'node:fs';

const limit = 5_000_000;

/**
 * Opens PostgreSQL's log for appending. PostgreSQL may outlive this process, so it gets the file itself instead of a
 * pipe.
 */
export function openLog(path: string): number {
  rotateLog(path);
  return openSync(path, 'a', 0o600);
}

/** Keeps the log and one previous log, of about 5 MB each. PostgreSQL keeps writing to the same file. */
export function rotateLog(path: string): void {
  if (getLogSize(path) < limit) return;
  copyFileSync(path, `${path}.1`);
  truncateSync(path);
}

/** The log's size in bytes; 0 if there is none. */
export function getLogSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** What the log contains after its first `from` bytes, but at most its last 16 kB. */
export function readLog(path: string, from: number): string {
  const end = getLogSize(path);
  const start = Math.max(from, end - 16_384);
  if (end <= start) return '';
  const file = openSync(path, 'r');
  const bytes = Buffer.alloc(end - start);
  try {
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, start));
  } finally {
    closeSync(file);
  }
}
