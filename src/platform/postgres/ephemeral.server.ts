import { type EmbeddedPostgres, superviseCluster } from './supervisor.server.ts';

/**
 * For tests alone: the same server in `dataDir`, which does not wait for the disk. It is quick, and loses its data when
 * the machine stops.
 */
export function startEphemeralPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const log = { warn: () => {}, error: () => {} };
  return superviseCluster({ dataDir, log, durable: false });
}
