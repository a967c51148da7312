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

/** Who is asked whether a VAT ID is registered. */
export const vatCheckKeys = z.object({
  VAT_CHECK: z.enum(['off', 'vies'], 'must be off or vies').default('off'),
  VIES_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
    .default('https://ec.europa.eu/taxation_customs/vies/rest-api/check-vat-number'),
});

export type VatCheckEnv = { kind: 'off' } | { kind: 'vies'; url: string };

export function toVatCheck({ VAT_CHECK: kind, VIES_URL: url }: z.output<typeof vatCheckKeys>): VatCheckEnv {
  return kind === 'vies' ? { kind, url } : { kind };
}
