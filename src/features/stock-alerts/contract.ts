import * as z from 'zod';
import { emailSchema } from '#src/shared/field-schemas.ts';
import { MAX_COUNTED } from './rules.ts';

/** The form that requests an alert. Its address names the tool. */
export const newStockAlertSchema = z.strictObject({ email: emailSchema });

/** How many people are waiting for a tool. Nobody learns who they are. */
export const waitingSchema = z
  .object({
    waiting: z.int().meta({ description: `Confirmed addresses, at most ${MAX_COUNTED}.` }),
    more: z.boolean().meta({ description: `Whether there are more than ${MAX_COUNTED}.` }),
  })
  .meta({ id: 'WaitingForTool' });

export type Waiting = z.infer<typeof waitingSchema>;
