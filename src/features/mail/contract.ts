import * as z from 'zod';
import { listQuerySchema } from '#src/shared/list-query.ts';
import { MAIL_KINDS } from './mail-kinds.ts';
import type { MailState } from './rules.ts';

const WIRE_STATES = ['waiting', 'sent', 'kept', 'dead'] as const;

type WireState = (typeof WIRE_STATES)[number];

/** How the API names the states of a mail. Its clients knew these names before the columns were renamed. */
export const TO_WIRE_STATE = {
  waiting: 'waiting',
  sent: 'sent',
  stored: 'kept',
  failed: 'dead',
} as const satisfies Record<MailState, WireState>;

export const mailSchema = z
  .object({
    _id: z.string(),
    kind: z.enum(MAIL_KINDS),
    recipient: z.string(),
    subject: z.string(),
    text: z.string(),
    createdAt: z.string(),
    state: z.enum(WIRE_STATES).meta({
      description: '`kept`: not sent, because no mail server was configured. `dead`: failed, and not tried again.',
    }),
    sentAt: z.string().nullable(),
    attempts: z.int(),
    nextAttemptAt: z.string().nullable().meta({ description: 'While it is waiting.' }),
    trouble: z.string().nullable().meta({ description: 'Why the last attempt failed.' }),
    secretLink: z.enum(['none', 'shown', 'hidden']).meta({
      description:
        'Whether it contains a link that is only for its recipient, and whether `text` shows it. Owners see it if the recipient is not an admin.',
    }),
    linkEnded: z.boolean().meta({ description: 'Whether its link expired before it was sent.' }),
    sendable: z.boolean().meta({ description: 'Whether it can be queued now.' }),
  })
  .meta({ id: 'Mail' });

export type Mail = z.infer<typeof mailSchema>;

/** The query of the outbox. `state` filters by state or by kind. */
export const mailListQuerySchema = listQuerySchema({
  sorts: ['created'],
  states: [...WIRE_STATES, ...MAIL_KINDS],
  searches: 'recipient, subject, order or text, or that are the number of an order',
});

export type MailListQuery = z.infer<typeof mailListQuerySchema>;

/** A signed URL of a mail's preview, valid for a minute. */
export const mailPreviewSchema = z
  .object({ address: z.string().meta({ description: 'For a sandboxed frame in the shop’s own pages.' }) })
  .meta({ id: 'MailPreview' });
