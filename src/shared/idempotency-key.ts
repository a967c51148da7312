import * as z from 'zod';

/** The header by which a repeated request is recognized. `description` says what a repetition gets. */
export function idempotencyHeader(description: string) {
  return z.object({
    'idempotency-key': z
      .string()
      .regex(/^[\x21-\x7e]{1,200}$/, 'Please use 1 to 200 visible ASCII characters.')
      .optional()
      .meta({ description }),
  });
}
