import * as z from 'zod';

export const taxKeys = z.discriminatedUnion(
  'TAX',
  [z.object({ TAX: z.literal('off') }), z.object({ TAX: z.literal('table') })],
  { error: 'must be off or table' },
);

export type TaxEnv = { kind: 'off' } | { kind: 'table' };

export function toTax({ TAX: kind }: z.output<typeof taxKeys>): TaxEnv {
  return { kind };
}
