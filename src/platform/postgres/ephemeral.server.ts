import { type EmbeddedPostgres, superviseCluster } from './supervisor.server.ts';

/**
 * For tests only: the same server in `dataDir`, without waiting for the disk. It is fast, but loses its data if the
 * machine stops.
 */
export function startEphemeralPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const log = { warn: () => {}, error: () => {} };
  return superviseCluster({ dataDir, log, durable: false });
}
