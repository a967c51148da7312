import { type EmbeddedPostgres, type EmbeddedPostgresOptions, superviseCluster } from './supervisor.server.ts';

/**
 * Starts the shop's own PostgreSQL on `<dataDir>/postgres` (made at first) and keeps it running until `stop`: whatever a
 * killed shop left behind is cleared first, and a server that dies is started again at the same address.
 * What cannot work is a StartFault.
 */
export function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  return superviseCluster({ ...options, durable: true });
}
