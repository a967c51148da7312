import * as z from 'zod';
import { imageUrlSchema, multiLineText, singleLineText } from '#src/shared/field-schemas.ts';
import { listQuerySchema } from '#src/shared/list-query.ts';
import { decimalToCents } from '#src/shared/money.ts';
import {
  checkTerms,
  isGtin,
  isMeasure,
  LENGTH_UNITS,
  MAX_SPECIFICATIONS,
  MAX_VOLUME_PRICES,
  SPECIFICATION_UNITS,
  TOOL_STATES,
  WEIGHT_UNITS,
} from './rules.ts';
import { STOCK_STATES } from './stock-state.ts';

/** From a quantity on, what a piece costs. */
export const volumePriceSchema = z
  .object({
    quantity: z.number().int().meta({ description: 'From this quantity on.' }),
    unitPrice: z.number().meta({ description: 'Unit price in USD.', example: 17.2 }),
  })
  .meta({ id: 'VolumePrice' });

/** A tool as the API sends it. `balance` is the unit price at the minimum order, `quantity` the available stock. */
export const toolSchema = z
  .object({
    _id: z.string(),
    sku: z.string().meta({ description: 'Unique, whatever its case.', example: 'IM-00012' }),
    slug: z.string().meta({ description: 'Of its page, /tools/{slug}.', example: 'claw-hammer-16-oz-hickory' }),
    gtin: z.string().nullable(),
    itemName: z.string(),
    about: z.string(),
    balance: z.number().meta({ description: 'Unit price in USD.', example: 18.9 }),
    quantity: z.number().int().meta({ description: 'Available stock.' }),
    minOrderQuantity: z.number().int(),
    packMultiple: z.number().int().meta({ description: 'Orders are multiples of it.' }),
    maxOrderQuantity: z.number().int().nullable().meta({ description: 'null where only the stock bounds an order.' }),
    volumePrices: z.array(volumePriceSchema).meta({ description: 'Ascending, each cheaper than the one before.' }),
    specifications: z.array(
      z.object({ name: z.string(), value: z.string(), unit: z.enum(['', ...SPECIFICATION_UNITS]) }),
    ),
    weight: z.object({ value: z.number(), unit: z.enum(WEIGHT_UNITS) }).nullable(),
    size: z
      .object({ length: z.number(), width: z.number(), height: z.number(), unit: z.enum(LENGTH_UNITS) })
      .nullable(),
    maker: z
      .object({ name: z.string(), address: z.string() })
      .nullable()
      .meta({ description: 'Who answers for its safety; null where the shop does.' }),
    warnings: z.string().meta({ description: 'Safety warnings, one to a line.' }),
    picture: z.string().meta({ description: 'The URL of the image: a path of the shop, or an https URL.' }),
    rating: z
      .object({ average: z.number(), count: z.number().int() })
      .nullable()
      .meta({ description: 'Of its reviews, all by buyers; null without any.' }),
    state: z.enum(TOOL_STATES).meta({ description: 'An archived tool is neither sold nor listed.' }),
    version: z.number().int().meta({ description: 'For If-Match. Movements of stock leave it as it is.' }),
    createdAt: z.string().meta({ description: 'ISO 8601.' }),
  })
  .meta({ id: 'Tool' });

export type Tool = z.infer<typeof toolSchema>;

/** The query of a tool list. */
export const toolQuerySchema = listQuerySchema({
  sorts: ['created', 'name', 'price', 'minimum', 'stock'],
  states: STOCK_STATES,
  searches: 'SKU, name or about',
});

export type ToolQuery = z.infer<typeof toolQuerySchema>;

export const MAX_QUANTITY = 1_000_000;
const MAX_PRICE_CENTS = 99_999_999;

/** A whole number up to a million, or its digits. */
export const wholeNumber = (min: number, message: string) =>
  z
    .union([z.number(), z.string().regex(/^\d{1,9}$/, message)], { error: message })
    .transform(Number)
    .pipe(z.number().int(message).min(min, message).max(MAX_QUANTITY, `Please enter at most ${MAX_QUANTITY}.`));

export const priceSchema = z
  .union([z.number(), z.string().max(20)], { error: 'Please enter a price such as 18.90.' })
  .refine(
    (value) => {
      const cents = decimalToCents(value);
      return cents !== null && cents > 0 && cents <= MAX_PRICE_CENTS;
      // What is checked of the whole tool needs an amount.
    },
    { error: 'Please enter a price such as 18.90.', abort: true },
  );

const measureSchema = z
  .number('Please enter a number, such as 1.25.')
  .positive('Please enter a number above 0.')
  .max(1_000_000, 'Please enter a smaller number, or a larger unit.');

const SKU_SENTENCE = 'Please use at most 64 letters, digits, spaces and . / _ - only.';

/** The fields of a tool that an admin writes, apart from its stock. Numbers may be decimal strings, as forms send them. */
export const editableFields = {
  sku: z
    .string(SKU_SENTENCE)
    .trim()
    .regex(/^[A-Za-z0-9./_ -]{1,64}$/, SKU_SENTENCE),
  itemName: singleLineText(120),
  about: multiLineText(2_000),
  balance: priceSchema,
  minOrderQuantity: wholeNumber(1, 'Please enter a whole number of at least 1.'),
  packMultiple: wholeNumber(1, 'Please enter a whole number of at least 1.'),
  maxOrderQuantity: z.union(
    [z.null(), z.literal('').transform(() => null), wholeNumber(1, 'Please enter a whole number, or leave it empty.')],
    { error: 'Please enter a whole number, or leave it empty.' },
  ),
  volumePrices: z
    .array(
      z.strictObject({
        quantity: wholeNumber(2, 'Please enter a whole number of at least 2.'),
        unitPrice: priceSchema,
      }),
    )
    .max(MAX_VOLUME_PRICES, `Please enter at most ${MAX_VOLUME_PRICES} volume prices.`),
  picture: imageUrlSchema,
  slug: z
    .string('Please use lower-case letters, digits and hyphens only.')
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Please use lower-case letters, digits and hyphens only.')
    .max(80, 'Please use at most 80 characters.'),
  gtin: z.union(
    [
      z.null(),
      z.literal('').transform(() => null),
      z
        .string()
        .trim()
        .refine(isGtin, 'Please check the digits: 8, 12, 13 or 14 of them, the last one their check digit.'),
    ],
    { error: 'Please check the digits: 8, 12, 13 or 14 of them, the last one their check digit.' },
  ),
  specifications: z
    .array(
      z
        .strictObject({
          name: singleLineText(60),
          value: singleLineText(200),
          unit: z.enum(['', ...SPECIFICATION_UNITS], 'Please choose one of the units.').default(''),
        })
        .refine(({ value, unit }) => unit === '' || isMeasure(value), {
          path: ['value'],
          message: 'Please enter a number, or a range such as 50 to 57. Text has no unit.',
        }),
    )
    .max(MAX_SPECIFICATIONS, `Please enter at most ${MAX_SPECIFICATIONS} rows.`),
  weight: z
    .strictObject({ value: measureSchema, unit: z.enum(WEIGHT_UNITS, 'Please choose g, kg, oz or lb.') })
    .nullable(),
  size: z
    .strictObject({
      length: measureSchema,
      width: measureSchema,
      height: measureSchema,
      unit: z.enum(LENGTH_UNITS, 'Please choose mm, cm or in.'),
    })
    .nullable(),
  maker: z.strictObject({ name: singleLineText(120), address: multiLineText(300) }).nullable(),
  warnings: z.union([z.literal(''), multiLineText(2_000)], {
    error: 'Please use plain text of at most 2000 characters.',
  }),
};

/** What an admin sends to add a tool. Only what the specification names is required. */
export const newToolSchema = z
  .strictObject({
    ...editableFields,
    quantity: wholeNumber(0, 'Please enter a whole number.'),
    sku: editableFields.sku.optional().meta({ description: 'Made by the shop where it is left out.' }),
    packMultiple: editableFields.packMultiple.default(1),
    maxOrderQuantity: editableFields.maxOrderQuantity.default(null),
    volumePrices: editableFields.volumePrices.default([]),
    slug: editableFields.slug.optional().meta({ description: 'Made of the name where it is left out.' }),
    gtin: editableFields.gtin.default(null),
    specifications: editableFields.specifications.default([]),
    weight: editableFields.weight.default(null),
    size: editableFields.size.default(null),
    maker: editableFields.maker.default(null),
    warnings: editableFields.warnings.default(''),
    state: z.enum(['draft', 'on_sale']).default('on_sale'),
  })
  .superRefine((tool, context) => {
    for (const [path, message] of Object.entries(checkTerms(toTerms(tool)) ?? {}))
      context.addIssue({ code: 'custom', path: path.split('.'), message });
  })
  .meta({ id: 'NewTool' });

export type NewTool = z.output<typeof newToolSchema>;

/** What an admin changes of a tool. `version` is the one that was read; the header If-Match may say it instead. */
export const toolChangeSchema = z
  .strictObject({ ...editableFields, state: z.enum(['draft', 'on_sale']), version: z.number().int().min(1) })
  .partial()
  .meta({ id: 'ToolChange' });

export type ToolChange = z.output<typeof toolChangeSchema>;

/** The terms that fields of the API stand for. */
export function toTerms(
  fields: Pick<NewTool, 'balance' | 'minOrderQuantity' | 'packMultiple' | 'maxOrderQuantity' | 'volumePrices'>,
) {
  const { balance, minOrderQuantity, packMultiple, maxOrderQuantity, volumePrices } = fields;
  return {
    unitPriceCents: toCents(balance),
    minOrderQuantity,
    packMultiple,
    maxOrderQuantity,
    volumePrices: volumePrices.map(({ quantity, unitPrice }) => ({ quantity, unitPriceCents: toCents(unitPrice) })),
  };
}

function toCents(price: number | string): number {
  const cents = decimalToCents(price);
  if (cents === null) throw new Error('the contract accepts exact amounts only');
  return cents;
}

/** The quantity that somebody would order. */
export const quantityQuerySchema = z.object({
  quantity: z.coerce
    .number('Please send a whole number.')
    .int('Please send a whole number.')
    .min(1, 'Please send a whole number of at least 1.')
    .max(999_999_999, 'Please send a smaller number.'),
});

/** What an order of a quantity costs, or what to order instead. */
export const quantityResultSchema = z
  .object({
    orderable: z.boolean(),
    unitPrice: z.number().nullable().meta({ description: 'In USD; null where the quantity cannot be ordered.' }),
    total: z.string().nullable().meta({ description: 'In USD as a decimal string.', example: '472.50' }),
    detail: z.string().meta({ description: 'A sentence for people.' }),
    offers: z.array(
      z.object({
        quantity: z.number().int(),
        unitPrice: z.number(),
        total: z.string(),
        why: z.enum(['nearest_below', 'nearest_above', 'lower_unit_price']),
      }),
    ),
  })
  .meta({ id: 'QuantityResult' });

export type QuantityResult = z.infer<typeof quantityResultSchema>;
