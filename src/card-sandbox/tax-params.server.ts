import * as z from 'zod';
import { boundedLine, paginationFields } from './params.server.ts';

const text = (max: number) => boundedLine(max).default('');
const amount = boundedLine(13, 'integer')
  .regex(/^\d{1,12}$/, 'integer')
  .transform(Number);
const behavior = z.enum(['exclusive', 'inclusive']).default('exclusive');

const address = z.strictObject({
  country: boundedLine(2).regex(/^[A-Z]{2}$/),
  state: text(80),
  postal_code: text(16),
  city: text(200),
  line1: text(200),
  line2: text(200),
});

const line = z.strictObject({
  amount,
  quantity: amount.optional(),
  reference: boundedLine(500).min(1).optional(),
  tax_behavior: behavior,
  tax_code: boundedLine(100).default('txcd_99999999'),
});

/** What calculations expand is theirs alone, so they do it themselves. */
const expandItself = <T extends { expand: string[] }>({ expand: expanded, ...params }: T) => ({
  ...params,
  expanded,
  expand: [] as string[],
});

export const createTaxCalculationParams = z
  .strictObject({
    currency: boundedLine(100).transform((value) => value.toLowerCase()),
    line_items: z.array(line).min(1).max(200),
    shipping_cost: z
      .strictObject({ amount, tax_behavior: behavior, tax_code: boundedLine(100).default('txcd_92010001') })
      .optional(),
    customer_details: z.strictObject({
      address,
      address_source: z.enum(['billing', 'shipping']),
      tax_ids: z
        .array(z.strictObject({ type: boundedLine(30), value: boundedLine(100) }))
        .max(10)
        .default([]),
      taxability_override: z.enum(['customer_exempt', 'none', 'reverse_charge']).default('none'),
    }),
    ship_from_details: z.strictObject({ address }).optional(),
    expand: paginationFields.expand,
  })
  .transform(expandItself);

export type CreateTaxCalculationParams = z.output<typeof createTaxCalculationParams>;

export const listTaxLinesParams = z
  .strictObject({
    limit: paginationFields.limit,
    starting_after: paginationFields.starting_after,
    expand: paginationFields.expand,
  })
  .transform(expandItself);

export type ListTaxLinesParams = z.output<typeof listTaxLinesParams>;
