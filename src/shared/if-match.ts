import * as z from 'zod';
import { formattedText } from './bounded-schemas.ts';

/** The header in which a change names the version that was read. */
export const ifMatchHeader = z.object({
  'if-match': formattedText(11, /^"[1-9]\d{0,8}"$/, 'Please send the version in quotes, such as "3".')
    .optional()
    .meta({ description: 'The version, in quotes.', example: '"3"' }),
});

/** The version that was read, from the header or else from the body. */
export function readVersion(header: z.output<typeof ifMatchHeader>, body: number | undefined): number | undefined {
  const ifMatch = header['if-match'];
  return ifMatch ? Number(ifMatch.slice(1, -1)) : body;
}
