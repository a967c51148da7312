import * as z from 'zod';

/** What a call answers that stored something. */
export const acknowledgedSchema = z
  .object({ acknowledged: z.literal(true), insertedId: z.string() })
  .meta({ id: 'Acknowledged' });

/** What a call answers that changed something. */
export const modifiedSchema = z
  .object({
    acknowledged: z.literal(true),
    modifiedCount: z.number().int().meta({ description: '0 when nothing had to change.' }),
  })
  .meta({ id: 'Modified' });

/** What a call answers that deleted something. */
export const deletedSchema = z
  .object({ acknowledged: z.literal(true), deletedCount: z.number().int() })
  .meta({ id: 'Deleted' });
