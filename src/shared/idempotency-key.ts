import * as z from 'zod';
import { formattedText } from './bounded-schemas.ts';

/** The header that identifies a repeated request. `description` says what a repetition returns. */
export function idempotencyHeader(description: string) {
  return z.object({
    'idempotency-key': formattedText(200, /^[\x21-\x7e]{1,200}$/, 'Please use 1 to 200 visible ASCII characters.')
      .optional()
      .meta({ description }),
  });
}
