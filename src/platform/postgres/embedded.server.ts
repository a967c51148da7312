import { type EmbeddedPostgres, type EmbeddedPostgresOptions, superviseCluster } from './supervisor.server.ts';

/**
 * Starts the shop's own PostgreSQL on `<dataDir>/postgres`, which it creates if missing, and keeps it running until
 * `stop`. It first ends what a killed shop left running, and restarts a server that dies, at the same address. Throws a
 * StartupError if it cannot work.
 */
export function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  return superviseCluster({ ...options, durable: true });
}
