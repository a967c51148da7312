import { closeSync, existsSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { StartupError } from '../startup-error.server.ts';

const SYSTEM_ID_OFFSET = 0;
const STATE_OFFSET = 16;
/** The states of PostgreSQL's DBState in which a server replays a log that is not its own. */
const RECOVERING = [2, 5];

/** The number that PostgreSQL gave this database at its creation. Copies and restored folders keep it. */
export function readSystemId(cluster: string): string {
  return readControlFile(cluster).readBigUInt64LE(SYSTEM_ID_OFFSET).toString();
}

/**
 * Throws a StartupError if the cluster is being recovered to a point in time, or is a standby. A shop that started on it
 * would write into a history that the recovery has not chosen yet. A crash recovery is PostgreSQL's own matter.
 */
export function requireNoRecovery(cluster: string): void {
  const signal = ['recovery.signal', 'standby.signal'].find((name) => existsSync(join(cluster, name)));
  if (!signal && !RECOVERING.includes(readControlFile(cluster).readInt32LE(STATE_OFFSET))) return;
  throw new StartupError(
    `The database in ${cluster} is in recovery${signal ? ` (${signal})` : ''}: it has not reached its target, or it is a standby. ` +
      'Nothing was changed. End its recovery first, or restore with npm run restore -- --at TIME, which does that.',
  );
}

function readControlFile(cluster: string): Buffer {
  const file = openSync(join(cluster, 'global', 'pg_control'), 'r');
  try {
    const bytes = Buffer.alloc(STATE_OFFSET + 4);
    readSync(file, bytes, 0, bytes.length, 0);
    return bytes;
  } finally {
    closeSync(file);
  }
}
