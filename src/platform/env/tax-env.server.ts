import * as z from 'zod';

export const taxKeys = z.discriminatedUnion(
  'TAX',
  [z.object({ TAX: z.literal('off') }), z.object({ TAX: z.literal('table') }), z.object({ TAX: z.literal('stripe') })],
  { error: 'must be off, table or stripe' },
);

/** `stripe` asks the card provider of PAYMENTS, with its key. */
export type TaxEnv = { kind: 'off' } | { kind: 'table' } | { kind: 'stripe' };

export function toTax({ TAX: kind }: z.output<typeof taxKeys>): TaxEnv {
  return { kind };
}
