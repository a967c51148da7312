import * as z from 'zod';
import { listQuery } from '#src/shared/paging.ts';
import { MAIL_KINDS } from './rules.ts';

export const mailSchema = z
  .object({
    _id: z.string(),
    kind: z.enum(MAIL_KINDS),
    recipient: z.string(),
    subject: z.string(),
    text: z.string(),
    createdAt: z.string(),
  })
  .meta({ id: 'Mail' });

export type Mail = z.infer<typeof mailSchema>;

/** How mails are asked for; what narrows them is their kind. */
export const mailListSchema = listQuery({
  sorts: ['created'],
  states: MAIL_KINDS,
  searches: 'recipient, subject or text',
});

export type MailList = z.infer<typeof mailListSchema>;
