import * as z from 'zod';
import { imageUrlSchema, multiLineText, singleLineText } from '#src/shared/field-schemas.ts';
import { listQuerySchema } from '#src/shared/list-query.ts';
import { decimalToCents } from '#src/shared/money.ts';
import { STOCK_STATES } from './rules.ts';

/** A tool as the API sends it. `balance` is the unit price, `quantity` the available stock. */
export const toolSchema = z
  .object({
    _id: z.string(),
    itemName: z.string(),
    about: z.string(),
    balance: z.number().meta({ description: 'Unit price in USD.', example: 18.9 }),
    quantity: z.number().int().meta({ description: 'Available stock.' }),
    minOrderQuantity: z.number().int(),
    picture: z.string().meta({ description: 'The URL of the image: a path of the shop, or an https URL.' }),
    createdAt: z.string().meta({ description: 'ISO 8601.' }),
  })
  .meta({ id: 'Tool' });

export type Tool = z.infer<typeof toolSchema>;

/** The query of a tool list. */
export const toolQuerySchema = listQuerySchema({
  sorts: ['created', 'name', 'price', 'minimum', 'stock'],
  states: STOCK_STATES,
  searches: 'name or about',
});

export type ToolQuery = z.infer<typeof toolQuerySchema>;

const MAX_QUANTITY = 1_000_000;
const MAX_PRICE_CENTS = 99_999_999;

const wholeNumber = (min: number, message: string) =>
  z
    .union([z.number(), z.string().regex(/^\d{1,9}$/, message)], { error: message })
    .transform(Number)
    .pipe(z.number().int(message).min(min, message).max(MAX_QUANTITY, `Please enter at most ${MAX_QUANTITY}.`));

/** What an admin sends to add a tool. Numbers may be decimal strings, as forms send them. */
export const newToolSchema = z
  .strictObject({
    itemName: singleLineText(120),
    about: multiLineText(2_000),
    balance: z
      .union([z.number(), z.string().max(20)], { error: 'Please enter a price such as 18.90.' })
      .refine((value) => {
        const cents = decimalToCents(value);
        return cents !== null && cents > 0 && cents <= MAX_PRICE_CENTS;
      }, 'Please enter a price such as 18.90.'),
    quantity: wholeNumber(0, 'Please enter a whole number.'),
    minOrderQuantity: wholeNumber(1, 'Please enter a whole number of at least 1.'),
    picture: imageUrlSchema,
  })
  .meta({ id: 'NewTool' });

export type NewTool = z.output<typeof newToolSchema>;

/** The fields of the form. The image is uploaded apart from them. */
export const toolFormSchema = newToolSchema.omit({ picture: true });
