import * as z from 'zod';
import { emailSchema, multiLineText, optionalSingleLineText, singleLineText } from '#src/shared/field-schemas.ts';
import { listQuerySchema } from '#src/shared/list-query.ts';
import { ENQUIRY_STATES, MAX_LENGTH, MAX_QUANTITY } from './rules.ts';

const QUANTITY_SENTENCE = 'Please enter a whole number from 1 to 1,000,000.';

/** A quantity in any common notation: 12000, 12,000 or 12 000. */
const quantitySchema = z
  .string()
  .trim()
  .regex(/^(\d{1,9}|\d{1,3}([, ]\d{3}){1,2})$/, QUANTITY_SENTENCE)
  .transform((typed) => Number(typed.replaceAll(/[, ]/g, '')))
  .pipe(z.number().int(QUANTITY_SENTENCE).min(1, QUANTITY_SENTENCE).max(MAX_QUANTITY, QUANTITY_SENTENCE));

/** The sender's fields of both forms. */
const sender = {
  name: singleLineText(MAX_LENGTH.name),
  email: emailSchema,
};

/** The quote form. `product` is free text; it may be a tool's name. */
export const newQuoteSchema = z.strictObject({
  product: singleLineText(MAX_LENGTH.product),
  quantity: quantitySchema,
  message: multiLineText(MAX_LENGTH.message),
  ...sender,
  company: optionalSingleLineText(MAX_LENGTH.company),
});

export type NewQuote = z.output<typeof newQuoteSchema>;

/** The contact form. */
export const newMessageSchema = z.strictObject({
  ...sender,
  subject: singleLineText(MAX_LENGTH.subject),
  message: multiLineText(MAX_LENGTH.message),
});

export type NewMessage = z.output<typeof newMessageSchema>;

const stored = {
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  message: z.string(),
  done: z.boolean().meta({ description: 'Whether an admin has marked it done.' }),
  createdAt: z.string(),
};

export const quoteSchema = z
  .object({
    ...stored,
    product: z.string(),
    toolId: z.string().nullable().meta({ description: 'The tool of exactly this name, if there was one.' }),
    quantity: z.number().int(),
    company: z.string(),
  })
  .meta({ id: 'Quote' });

export type Quote = z.infer<typeof quoteSchema>;

/** The query of the list of quote requests. */
export const quoteListQuerySchema = listQuerySchema({
  sorts: ['created', 'quantity'],
  states: ENQUIRY_STATES,
  searches: 'product, message, name, company or e-mail',
});

export type QuoteListQuery = z.infer<typeof quoteListQuerySchema>;

export const messageSchema = z.object({ ...stored, subject: z.string() }).meta({ id: 'Message' });

export type Message = z.infer<typeof messageSchema>;

/** The query of the list of messages. */
export const messageListQuerySchema = listQuerySchema({
  sorts: ['created'],
  states: ENQUIRY_STATES,
  searches: 'subject, message, name or e-mail',
});

export type MessageListQuery = z.infer<typeof messageListQuerySchema>;

export const doneSchema = z.strictObject({ done: z.boolean() }).meta({ id: 'Done' });

/** The number of open enquiries, counted up to 1,000 each. */
export const inboxSchema = z.object({ quotes: z.number().int(), messages: z.number().int() }).meta({ id: 'Inbox' });

export type Inbox = z.infer<typeof inboxSchema>;
