import * as z from 'zod';
import { type EnvSource, flag } from './env-source.server.ts';

const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' });

export const databaseKeys = z.object({
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_MIGRATION_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URL: postgresUrl.optional(),
  DATABASE_PREPARED_STATEMENTS: flag.default(true),
  DATABASE_POOL: z.coerce.number().int().min(5).max(200).optional(),
});

/**
 * With a `directUrl`, `url` may lead to a transaction pooler: everything that needs a session of its own uses the
 * former. With a `migrationUrl`, migrations run as its role, and the shop's own role needs no privilege to change
 * tables. With a `replicaUrl`, lists, searches, exports and reports are read there.
 */
export type DatabaseEnv = { poolSize: number } & (
  | { kind: 'embedded' }
  | {
      kind: 'postgres';
      url: string;
      directUrl?: string;
      migrationUrl?: string;
      replicaUrl?: string;
      preparedStatements: boolean;
    }
);

export type ExternalDatabase = Extract<DatabaseEnv, { kind: 'postgres' }>;

/** In total, unless each worker has fewer than it needs. More would only wait for each other in the database. */
const TOTAL_CONNECTIONS = 64;

/** The connections of one process, if the environment does not say. */
function choosePoolSize(workers: number): number {
  return Math.min(16, Math.max(5, Math.floor(TOTAL_CONNECTIONS / workers)));
}

export function toDatabase(keys: z.output<typeof databaseKeys>, workers: number): DatabaseEnv {
  const {
    DATABASE_URL: url,
    DATABASE_DIRECT_URL: directUrl,
    DATABASE_MIGRATION_URL: migrationUrl,
    DATABASE_REPLICA_URL: replicaUrl,
  } = keys;
  const poolSize = keys.DATABASE_POOL ?? choosePoolSize(workers);
  if (!url) return { kind: 'embedded', poolSize };
  return {
    kind: 'postgres',
    url,
    poolSize,
    preparedStatements: keys.DATABASE_PREPARED_STATEMENTS,
    ...(directUrl ? { directUrl } : {}),
    ...(migrationUrl ? { migrationUrl } : {}),
    ...(replicaUrl ? { replicaUrl } : {}),
  };
}

export function checkDatabase(source: EnvSource): string[] {
  if (source.DATABASE_URL) return [];
  return ['DATABASE_DIRECT_URL', 'DATABASE_MIGRATION_URL', 'DATABASE_REPLICA_URL']
    .filter((key) => source[key])
    .map((key) => `${key} has no effect unless DATABASE_URL is set`);
}
