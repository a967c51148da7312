import { type EmbeddedPostgres, type EmbeddedPostgresOptions, superviseCluster } from './supervisor.server.ts';

/**
 * Starts the shop's own PostgreSQL on `<dataDir>/postgres`, created at first, and keeps it running until `stop`. It first
 * ends what a killed shop left running, and restarts a server that dies at the same address. What cannot work is a
 * StartupError.
 */
export function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  return superviseCluster({ ...options, durable: true });
}
