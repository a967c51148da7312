import { totalmem } from 'node:os';
import { join } from 'node:path';
import { getClusterName } from './processes.server.ts';

/** PostgreSQL's names of settings, with their values. */
export type ServerSettings = Record<string, string | number>;

export type ServerAddress = { socketFolder: string } | { port: number };

/**
 * The server's whole configuration as arguments, which no file in the data folder can override. Committed data is
 * always on disk, unless the server is not `durable`, as ephemeral servers for tests are. `more` is added.
 */
export function listServerArguments(
  cluster: string,
  address: ServerAddress,
  durable: boolean,
  more: ServerSettings = {},
): string[] {
  // A container's memory limit, if any, is less than the machine's memory.
  const memory = Math.min(totalmem(), process.constrainedMemory() || totalmem());
  const safety = durable ? 'on' : 'off';
  const settings: ServerSettings = {
    fsync: safety,
    full_page_writes: safety,
    synchronous_commit: safety,
    listen_addresses: 'port' in address ? '127.0.0.1' : '',
    unix_socket_directories: 'port' in address ? '' : `"${address.socketFolder.replaceAll('"', '""')}"`,
    port: 'port' in address ? address.port : 5432,
    hba_file: join(cluster, 'pg_hba.conf'),
    cluster_name: getClusterName(cluster),
    // An ephemeral server is used by many shops at once, from several test workers.
    max_connections: durable ? 60 : 300,
    // Searches of a large catalog read many pages. A page in these buffers costs a fifth of one requested from the
    // system.
    shared_buffers: `${Math.round(Math.min(1_024, Math.max(64, memory / 16 / 1024 ** 2)))}MB`,
    // After a crash, one call per file system instead of one per file of the database, which took most of a recovery.
    ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
    // Containers often have little shared memory, and the shop's statements are too small for parallel workers.
    max_parallel_workers_per_gather: 0,
    max_parallel_maintenance_workers: 0,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    // Details and statements contain people's names and addresses, which must not be logged.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    log_checkpoints: 'off',
    ...more,
  };
  return ['-D', cluster, ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])];
}
