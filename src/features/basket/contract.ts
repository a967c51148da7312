import * as z from 'zod';
import { boundedText, formattedText } from '#src/shared/bounded-schemas.ts';
import { emailSchema, refuseRepeats } from '#src/shared/field-schemas.ts';
import { decimalToMinor } from '#src/shared/money.ts';
import { MAX_BASKET_LINES, MAX_BASKET_QUANTITY, MAX_QUICK_ENTRY } from './rules.ts';

const QUANTITY_MESSAGE = 'Please send a whole number from 1 to 1,000,000,000.';
const NO_TIME = 'Please send a time as ISO 8601.';
const NO_TOOL_ID = 'Please send the id of a tool.';

const count = z.number().int().min(0).max(2_147_483_647);

/** What applied to a line when it was added. A browser without an account stores it and sends it back. */
export const memorySchema = z
  .strictObject({
    at: boundedText(40, NO_TIME, NO_TIME).pipe(z.iso.datetime(NO_TIME)).meta({ format: 'date-time' }),
    unitPrice: z
      .number()
      .max(1_000_000)
      .refine((amount) => decimalToMinor(amount) !== null, 'Please send an amount such as 12.50.')
      .meta({ description: 'In the shop’s currency, for the quantity of the line.' }),
    minimum: count.meta({ description: 'The minimum order.' }),
    available: count.meta({ description: 'The stock.' }),
  })
  .meta({ id: 'BasketMemory', description: 'What applied when the line was added or its quantity chosen.' });

export type Memory = z.infer<typeof memorySchema>;

const newLineSchema = z
  .strictObject({
    toolId: formattedText(24, /^[A-Za-z0-9]{24}$/, NO_TOOL_ID, NO_TOOL_ID),
    quantity: z
      .number(QUANTITY_MESSAGE)
      .int(QUANTITY_MESSAGE)
      .min(1, QUANTITY_MESSAGE)
      .max(MAX_BASKET_QUANTITY, QUANTITY_MESSAGE),
    added: memorySchema.optional().meta({
      description: 'As the preview returned it. It only affects `changed`.',
    }),
  })
  .meta({ id: 'NewBasketLine' });

export type NewLine = z.output<typeof newLineSchema>;

const newLinesSchema = z
  .array(newLineSchema)
  .max(MAX_BASKET_LINES, `A basket holds at most ${MAX_BASKET_LINES} tools.`)
  .superRefine(refuseRepeats('toolId', 'This tool is in the list twice.'));

const versionSchema = z.number().int().min(0);

/** What a customer sends to store a basket: all of it. */
export const newBasketSchema = z
  .strictObject({
    email: emailSchema
      .optional()
      .meta({ description: 'Whose basket it is. If you send it, it must be your own address.' }),
    lines: newLinesSchema,
    version: versionSchema.optional().meta({
      description: 'The version that you read; 0 if there was none yet. Without it, any stored basket is replaced.',
    }),
  })
  .meta({ id: 'NewBasket' });

export type NewBasket = z.output<typeof newBasketSchema>;

/** A basket that is stored in a browser. */
export const previewRequestSchema = z.strictObject({ lines: newLinesSchema }).meta({ id: 'BasketPreviewRequest' });

/** Part numbers as somebody types or pastes them: each may be followed by its quantity. */
export const quickEntriesSchema = z
  .strictObject({
    entries: z
      .array(boundedText(MAX_QUICK_ENTRY, `One line can have at most ${MAX_QUICK_ENTRY} characters.`))
      .min(1)
      .max(MAX_BASKET_LINES, `Please enter at most ${MAX_BASKET_LINES} part numbers at once.`)
      .meta({ example: ['KT-HAM500 12', 'WR-T200'] }),
  })
  .meta({ id: 'QuickEntries' });

export const foundEntriesSchema = z
  .object({
    lines: z
      .array(z.object({ toolId: z.string(), quantity: z.number().int() }))
      .meta({ description: 'Each tool once. Without a quantity, the smallest one that can be ordered.' }),
    missing: z.array(z.string()).meta({ description: 'The entries that name no tool, or more than one.' }),
  })
  .meta({ id: 'FoundEntries' });

export type FoundEntries = z.infer<typeof foundEntriesSchema>;

/** Why a line cannot be ordered as it is. */
export const LINE_PROBLEMS = [
  'not_for_sale',
  'sold_out',
  'below_minimum',
  'part_of_pack',
  'above_maximum',
  'above_stock',
  'not_payable',
] as const;

const change = (description: string) =>
  z.object({ before: z.number(), now: z.number() }).nullable().meta({ description });

export const basketLineSchema = z
  .object({
    toolId: z.string(),
    quantity: z.number().int(),
    added: memorySchema,
    itemName: z.string().meta({ description: 'Empty if the tool is gone.' }),
    slug: z.string(),
    sku: z.string(),
    image: z.string(),
    state: z
      .enum(['on_sale', 'archived', 'gone'])
      .meta({ description: '`gone`: there is no such tool that customers can see.' }),
    balance: z.number().meta({ description: 'The unit price in the shop’s currency below the first volume price.' }),
    volumePrices: z.array(z.object({ quantity: z.number().int(), unitPrice: z.number() })),
    minOrderQuantity: z.number().int(),
    packMultiple: z.number().int(),
    maxOrderQuantity: z.number().int().nullable(),
    available: z.number().int().meta({ description: 'The stock.' }),
    unitPrice: z.number().meta({ description: 'In the shop’s currency, for this quantity.' }),
    total: z.string().nullable().meta({
      description: 'In the shop’s currency, as a decimal string; null if the line cannot be ordered.',
      example: '472.50',
    }),
    problem: z.enum(LINE_PROBLEMS).nullable().meta({ description: 'Why it cannot be ordered as it is.' }),
    detail: z.string().nullable().meta({ description: 'The problem as a sentence for people.' }),
    offers: z
      .array(
        z.object({
          quantity: z.number().int(),
          unitPrice: z.number(),
          total: z.string(),
          why: z.enum(['nearest_below', 'nearest_above', 'lower_unit_price']),
        }),
      )
      .meta({ description: 'Quantities that can be ordered instead, or that cost less per piece.' }),
    changed: z
      .object({
        unitPrice: change('In the shop’s currency.'),
        minimum: change('The minimum order.'),
        stock: change('Only if it was enough and no longer is.'),
        archived: z.boolean(),
      })
      .nullable()
      .meta({ description: 'What has changed since `added`; null if nothing has.' }),
  })
  .meta({ id: 'BasketLine' });

export type BasketLine = z.infer<typeof basketLineSchema>;

/** The lines of a basket at the current prices and stock of their tools. */
export const pricedLinesSchema = z
  .object({
    lines: z.array(basketLineSchema),
    total: z
      .string()
      .meta({ description: 'The total of the lines that can be ordered, in the shop’s currency as a decimal string.' }),
  })
  .meta({ id: 'PricedBasketLines' });

export type PricedLines = z.infer<typeof pricedLinesSchema>;

export const basketSchema = pricedLinesSchema
  .extend({
    email: z.string().meta({ description: 'Whose basket it is.' }),
    version: versionSchema.meta({ description: '0 before the first write; goes up by one with each.' }),
  })
  .meta({ id: 'Basket' });

export type Basket = z.infer<typeof basketSchema>;
