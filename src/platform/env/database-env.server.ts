import * as z from 'zod';

export const databaseKeys = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }).optional(),
  DATABASE_POOL: z.coerce.number().int().min(5).max(200).default(16),
});

export type DatabaseEnv = { poolSize: number } & ({ kind: 'embedded' } | { kind: 'postgres'; url: string });

export function toDatabase({ DATABASE_URL, DATABASE_POOL }: z.output<typeof databaseKeys>): DatabaseEnv {
  const poolSize = DATABASE_POOL;
  return DATABASE_URL ? { kind: 'postgres', url: DATABASE_URL, poolSize } : { kind: 'embedded', poolSize };
}
