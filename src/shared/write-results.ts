import * as z from 'zod';

/** The response of a call that created something. */
export const acknowledgedSchema = z
  .object({ acknowledged: z.literal(true), insertedId: z.string() })
  .meta({ id: 'Acknowledged' });

/** The response of a call that changed something. */
export const modifiedSchema = z
  .object({
    acknowledged: z.literal(true),
    modifiedCount: z.number().int().meta({ description: '0 if nothing had to change.' }),
  })
  .meta({ id: 'Modified' });

/** The response of a call that deleted something. */
export const deletedSchema = z
  .object({ acknowledged: z.literal(true), deletedCount: z.number().int() })
  .meta({ id: 'Deleted' });
