import * as z from 'zod';

/** The wire's answer to a stored thing. */
export const acknowledgedSchema = z
  .object({ acknowledged: z.literal(true), insertedId: z.string() })
  .meta({ id: 'Acknowledged' });

/** The wire's answer to a change. */
export const modifiedSchema = z
  .object({
    acknowledged: z.literal(true),
    modifiedCount: z.number().int().meta({ description: '0 when it was so already.' }),
  })
  .meta({ id: 'Modified' });
