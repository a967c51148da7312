import { type EmbeddedPostgres, superviseCluster } from './supervisor.server.ts';

/**
 * For tests alone: the same server in `dataDir`, but one that does not wait for the disk, so that it is quick and
 * loses what it holds when the machine stops. The shop never calls this.
 */
export function startEphemeralPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const log = { warn: () => {}, error: () => {} };
  return superviseCluster({ dataDir, log, durable: false });
}
