import * as z from 'zod';
import { emailSchema } from '#src/shared/identifier.ts';

/** What somebody types to get the newsletter. */
export const newSubscriberSchema = z.strictObject({ email: emailSchema });

export const subscriberSchema = z
  .object({
    _id: z.string(),
    email: z.string(),
    state: z.enum(['pending', 'confirmed', 'left']).meta({ description: 'Only a confirmed address is written to.' }),
    createdAt: z.string(),
    confirmedAt: z.string().nullable(),
    leftAt: z.string().nullable(),
  })
  .meta({ id: 'Subscriber' });

export type Subscriber = z.infer<typeof subscriberSchema>;
