import { closeSync, copyFileSync, openSync, readSync, statSync, truncateSync } from 'node:fs';

const limit = 5_000_000;

/** Opens PostgreSQL's log for appending. What it writes outlives us, so it gets the file itself and no pipe. */
export function openLog(path: string): number {
  rotateLog(path);
  return openSync(path, 'a', 0o600);
}

/** Keeps the log and one former log, each of about 5 MB at most. PostgreSQL keeps writing to the same file. */
export function rotateLog(path: string): void {
  if (getLogSize(path) < limit) return;
  copyFileSync(path, `${path}.1`);
  truncateSync(path);
}

/** The log's size in bytes; 0 when there is none. */
export function getLogSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** What was written to the log after its first `from` bytes, at most its last 16 kB. */
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
