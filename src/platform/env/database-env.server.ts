import * as z from 'zod';
import type { EnvSource } from './env-source.server.ts';

const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' });

export const databaseKeys = z.object({
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_MIGRATION_URL: postgresUrl.optional(),
  DATABASE_POOL: z.coerce.number().int().min(5).max(200).default(16),
});

/** With a `migrationUrl`, migrations run as its role, and the shop's own role needs no privilege to change tables. */
export type DatabaseEnv = { poolSize: number } & (
  | { kind: 'embedded' }
  | { kind: 'postgres'; url: string; migrationUrl?: string }
);

export function toDatabase(keys: z.output<typeof databaseKeys>): DatabaseEnv {
  const { DATABASE_URL: url, DATABASE_MIGRATION_URL: migrationUrl, DATABASE_POOL: poolSize } = keys;
  if (!url) return { kind: 'embedded', poolSize };
  return { kind: 'postgres', url, poolSize, ...(migrationUrl ? { migrationUrl } : {}) };
}

export function checkDatabase(source: EnvSource): string[] {
  if (!source.DATABASE_MIGRATION_URL || source.DATABASE_URL) return [];
  return ['DATABASE_MIGRATION_URL has no effect unless DATABASE_URL is set'];
}
