import * as z from 'zod';
import { emailSchema } from '#src/shared/field-schemas.ts';
import { listQuerySchema } from '#src/shared/list-query.ts';
import { SUBSCRIBER_STATES } from './rules.ts';

export const newSubscriberSchema = z.strictObject({ email: emailSchema });

export const subscriberSchema = z
  .object({
    _id: z.string(),
    email: z.string(),
    state: z.enum(SUBSCRIBER_STATES).meta({ description: 'Only confirmed addresses get the newsletter.' }),
    createdAt: z.string(),
    confirmedAt: z.string().nullable(),
    leftAt: z.string().nullable(),
  })
  .meta({ id: 'Subscriber' });

export type Subscriber = z.infer<typeof subscriberSchema>;

export const subscriberListQuerySchema = listQuerySchema({
  sorts: ['created', 'email'],
  textSorts: ['email'],
  states: SUBSCRIBER_STATES,
  searches: 'the address',
});

export type SubscriberListQuery = z.infer<typeof subscriberListQuerySchema>;
