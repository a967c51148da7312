import * as z from 'zod';
import { boundedText } from '#src/shared/bounded-schemas.ts';
import { emailSchema, multiLineText, optionalSingleLineText, singleLineText } from '#src/shared/field-schemas.ts';
import { listQuerySchema } from '#src/shared/list-query.ts';
import { ENQUIRY_STATES, MAX_LENGTH, readQuantity } from './rules.ts';

const QUANTITY_SENTENCE = 'Please enter a whole number from 1 to 1,000,000.';

const quantitySchema = boundedText(100, QUANTITY_SENTENCE).transform((typed, context) => {
  const quantity = readQuantity(typed);
  if (quantity === null) context.addIssue({ code: 'custom', message: QUANTITY_SENTENCE });
  return quantity ?? z.NEVER;
});

/** The fields of the sender in both forms. */
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

/** What a quantity of a tool costs now at list price, and how many pieces are available. */
const quotedToolSchema = z
  .object({
    slug: z.string(),
    state: z.enum(['draft', 'on_sale', 'archived']),
    available: z.number().int(),
    unitPrice: z.number().meta({ description: 'In the shop’s currency, at this quantity.' }),
    total: z.string().meta({ description: 'In the shop’s currency, as a decimal string.', example: '472.50' }),
  })
  .meta({ id: 'QuotedTool' });

/** A request for a quote, as staff read it. */
export const quoteSchema = z
  .object({
    ...stored,
    product: z.string(),
    toolId: z.string().nullable().meta({
      description:
        'The tool whose page led to the form, or else the only tool with exactly this name; null if there was none.',
    }),
    tool: quotedToolSchema.nullable().meta({ description: 'That tool as it is now.' }),
    quantity: z.number().int(),
    company: z.string(),
  })
  .meta({ id: 'Quote' });

export type Quote = z.infer<typeof quoteSchema>;

export const quoteListQuerySchema = listQuerySchema({
  sorts: ['created', 'quantity'],
  states: ENQUIRY_STATES,
  searches: 'product, message, name, company or email',
});

export type QuoteListQuery = z.infer<typeof quoteListQuerySchema>;

export const messageSchema = z.object({ ...stored, subject: z.string() }).meta({ id: 'Message' });

export type Message = z.infer<typeof messageSchema>;

export const messageListQuerySchema = listQuerySchema({
  sorts: ['created'],
  states: ENQUIRY_STATES,
  searches: 'subject, message, name or email',
});

export type MessageListQuery = z.infer<typeof messageListQuerySchema>;

export const doneSchema = z.strictObject({ done: z.boolean() }).meta({ id: 'Done' });

/** The number of open enquiries, counted up to 1,000 each. */
export const inboxSchema = z.object({ quotes: z.number().int(), messages: z.number().int() }).meta({ id: 'Inbox' });

export type Inbox = z.infer<typeof inboxSchema>;
