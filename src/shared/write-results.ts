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

/** The wire's answer to what was deleted. */
export const deletedSchema = z
  .object({ acknowledged: z.literal(true), deletedCount: z.number().int() })
  .meta({ id: 'Deleted' });
