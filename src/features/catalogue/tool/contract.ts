import * as z from 'zod';
import { trimmedText } from '#src/shared/bounded-schemas.ts';
import { listQuerySchema } from '#src/shared/list-query.ts';
import { decimalToMinor } from '#src/shared/money.ts';
import { FIELD_FORMS } from '#src/shared/tool-fields/field-forms.ts';
import {
  mapPlainFields,
  PLAIN_FIELDS,
  type PlainField,
  type PlainValues,
} from '#src/shared/tool-fields/plain-fields.ts';
import { editableFields, wholeNumber } from './editable-fields.ts';
import { DOCUMENT_KINDS, RELATION_KINDS } from './kinds.ts';
import { checkTerms, LENGTH_UNITS, SPECIFICATION_UNITS, TOOL_STATES, WEIGHT_UNITS } from './rules.ts';
import { STOCK_STATES } from './stock-state.ts';

/** What a piece costs from this quantity on. */
export const volumePriceSchema = z
  .object({
    quantity: z.number().int().meta({ description: 'The price applies from this quantity on.' }),
    unitPrice: z.number().meta({ description: 'Unit price in the shop’s currency.', example: 17.2 }),
  })
  .meta({ id: 'VolumePrice' });

export const documentSchema = z
  .object({
    kind: z.enum(DOCUMENT_KINDS),
    title: z.string(),
    fileId: z.string(),
    bytes: z.number().int().meta({ description: 'The size of the file.' }),
    url: z.string().meta({ description: 'A path of the shop. The file is a PDF.' }),
  })
  .meta({ id: 'ToolDocument' });

const plainFields = mapPlainFields((name) => {
  const schema = PLAIN_FIELDS[name].empty === null ? z.string().nullable() : z.string();
  return schema.meta({ description: FIELD_FORMS[name].description });
}) as { [Field in PlainField]: z.ZodType<PlainValues[Field]> };

/** A tool as the API sends it. `balance` is the unit price at the minimum order, `quantity` the available stock. */
export const toolSchema = z
  .object({
    _id: z.string(),
    sku: z.string().meta({ description: 'Unique, ignoring case.', example: 'IM-00012' }),
    slug: z.string().meta({ description: 'Its page is /tools/{slug}.', example: 'claw-hammer-16-oz-hickory' }),
    itemName: z.string(),
    about: z.string(),
    balance: z.number().meta({ description: 'Unit price in the shop’s currency.', example: 18.9 }),
    quantity: z.number().int().meta({ description: 'Available stock.' }),
    minOrderQuantity: z.number().int(),
    packMultiple: z.number().int().meta({ description: 'An order’s quantity is a multiple of it.' }),
    maxOrderQuantity: z.number().int().nullable().meta({ description: 'null if only the stock limits an order.' }),
    volumePrices: z
      .array(volumePriceSchema)
      .meta({ description: 'In ascending order of quantity, each cheaper than the one before.' }),
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
      .meta({ description: 'Who is responsible for its safety; null if the shop is.' }),
    ...plainFields,
    picture: z.string().meta({ description: 'The URL of the image: a path of the shop, or an https URL.' }),
    pictures: z.array(z.string()).meta({ description: 'All pictures in their order; the first is `picture`.' }),
    documents: z.array(documentSchema),
    relations: z
      .array(z.object({ kind: z.enum(RELATION_KINDS), toolId: z.string() }))
      .meta({ description: 'What other tools are to this one, such as its spare parts or what it fits.' }),
    category: z.string().meta({ description: 'The name of its category; empty if it has none.' }),
    categoryId: z.string().nullable(),
    rating: z
      .object({ average: z.number(), count: z.number().int() })
      .nullable()
      .meta({ description: 'From its reviews, which are all by buyers; null if there are none.' }),
    state: z.enum(TOOL_STATES).meta({ description: 'An archived tool is neither sold nor listed.' }),
    version: z.number().int().meta({ description: 'For If-Match. Changes in stock do not affect it.' }),
    createdAt: z.string().meta({ description: 'ISO 8601.' }),
  })
  .meta({ id: 'Tool' });

export type Tool = z.infer<typeof toolSchema>;

/** A tool with what only staff may see. */
export const staffToolSchema = toolSchema.extend({
  reorderLevel: z
    .number()
    .int()
    .nullable()
    .meta({ description: 'With fewer pieces, staff are told to reorder; null for the default of the settings.' }),
});

export type StaffTool = z.infer<typeof staffToolSchema>;

/**
 * The slug of a category in an address, as filters read it. It is normalized, so that the cache does not store a
 * response per spelling.
 */
export const slugQuerySchema = trimmedText(1_000).optional();

export const toolQuerySchema = listQuerySchema({
  sorts: ['created', 'name', 'price', 'minimum', 'stock'],
  textSorts: ['name'],
  states: STOCK_STATES,
  searches: 'SKU, GTIN, name, category, specification or text',
  relevance: true,
}).safeExtend({
  category: slugQuerySchema.meta({ description: 'The slug of a category. Its subcategories are included.' }),
});

export type ToolQuery = z.infer<typeof toolQuerySchema>;

const FIRST_PICTURE = 'The first of the pictures must be the same as `picture`.';

const newPlainFields = mapPlainFields((name) => {
  const schema: z.ZodType<string | null> = editableFields[name];
  return schema.default(PLAIN_FIELDS[name].empty);
}) as unknown as { [Field in PlainField]: z.ZodDefault<(typeof editableFields)[Field]> };

/** What an admin sends to add a tool. Only the specification's fields are required. */
export const newToolSchema = z
  .strictObject({
    ...editableFields,
    quantity: wholeNumber(0, 'Please enter a whole number.'),
    sku: editableFields.sku.optional().meta({ description: 'Assigned by the shop if left out.' }),
    packMultiple: editableFields.packMultiple.default(1),
    maxOrderQuantity: editableFields.maxOrderQuantity.default(null),
    reorderLevel: editableFields.reorderLevel.default(null),
    volumePrices: editableFields.volumePrices.default([]),
    slug: editableFields.slug.optional().meta({ description: 'Made from the name if left out.' }),
    specifications: editableFields.specifications.default([]),
    weight: editableFields.weight.default(null),
    size: editableFields.size.default(null),
    maker: editableFields.maker.default(null),
    ...newPlainFields,
    pictures: editableFields.pictures.optional().meta({ description: 'The first must be `picture`.' }),
    documents: editableFields.documents.default([]),
    relations: editableFields.relations.default([]),
    category: editableFields.category.default(''),
    categoryId: editableFields.categoryId.optional(),
    state: z.enum(['draft', 'on_sale']).default('on_sale'),
  })
  .superRefine((tool, context) => {
    if (tool.pictures && tool.pictures[0] !== tool.picture)
      context.addIssue({ code: 'custom', path: ['pictures'], message: FIRST_PICTURE });
    for (const [path, message] of Object.entries(checkTerms(toTerms(tool)) ?? {}))
      context.addIssue({ code: 'custom', path: path.split('.'), message });
  })
  .meta({ id: 'NewTool' });

export type NewTool = z.output<typeof newToolSchema>;

/**
 * What an admin sends to change a tool. `version` is the one that was read; the header If-Match may give it instead.
 */
export const toolChangeSchema = z
  .strictObject({ ...editableFields, state: z.enum(['draft', 'on_sale']), version: z.number().int().min(1) })
  .partial()
  .refine(({ picture, pictures }) => !picture || !pictures || pictures[0] === picture, {
    path: ['pictures'],
    message: FIRST_PICTURE,
  })
  .meta({ id: 'ToolChange' });

export type ToolChange = z.output<typeof toolChangeSchema>;

/** The order terms that the API's fields stand for. */
export function toTerms(
  fields: Pick<NewTool, 'balance' | 'minOrderQuantity' | 'packMultiple' | 'maxOrderQuantity' | 'volumePrices'>,
) {
  const { balance, minOrderQuantity, packMultiple, maxOrderQuantity, volumePrices } = fields;
  return {
    unitPriceMinor: toMinor(balance),
    minOrderQuantity,
    packMultiple,
    maxOrderQuantity,
    volumePrices: volumePrices.map(({ quantity, unitPrice }) => ({ quantity, unitPriceMinor: toMinor(unitPrice) })),
  };
}

function toMinor(price: number | string): number {
  const minor = decimalToMinor(price);
  if (minor === null) throw new Error('the contract accepts exact amounts only');
  return minor;
}

/** The quantity that somebody wants to order. */
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
    unitPrice: z
      .number()
      .nullable()
      .meta({ description: 'In the shop’s currency; null if the quantity cannot be ordered.' }),
    total: z
      .string()
      .nullable()
      .meta({ description: 'In the shop’s currency, as a decimal string.', example: '472.50' }),
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
