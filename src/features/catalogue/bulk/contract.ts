import * as z from 'zod';
import { boundedText } from '#src/shared/bounded-schemas.ts';
import { identifierSchema, optionalSingleLineText } from '#src/shared/field-schemas.ts';
import { listQuerySchema } from '#src/shared/list-query.ts';
import { inventoryQuerySchema } from '../keeping/contract.ts';
import { volumePriceSchema } from '../tool/contract.ts';
import { editableFields, MAX_QUANTITY } from '../tool/editable-fields.ts';
import { checkDeltaSign, TOOL_STATES } from '../tool/rules.ts';
import { MAX_PICTURE_FILES, MAX_PICTURE_NAME } from './picture-names.ts';
import {
  BULK_KINDS,
  BULK_STOCK_REASONS,
  type BulkChange,
  MAX_BULK_TOOLS,
  MAX_PERCENT,
  MIN_PERCENT,
  STATE_ACTIONS,
} from './rules.ts';

const PERCENT_SENTENCE = 'Please enter a percentage with at most two decimals, such as 3 or -2.5.';
const RANGE_SENTENCE = `Please enter at least ${MIN_PERCENT} and at most ${MAX_PERCENT}.`;
const PIECES_SENTENCE = 'Please enter a whole number of pieces, such as 40.';
const MANY_SENTENCE = `At most ${MAX_BULK_TOOLS} tools can be changed at once. Please choose fewer.`;

const isWhole = (value: number) => Math.abs(value - Math.round(value)) < 1e-9;

const stockChangeSchema = z
  .strictObject({
    kind: z.literal('stock'),
    delta: z
      .number(PIECES_SENTENCE)
      .int(PIECES_SENTENCE)
      .min(-MAX_QUANTITY, `Please enter at least -${MAX_QUANTITY}.`)
      .max(MAX_QUANTITY, `Please enter at most ${MAX_QUANTITY}.`)
      .refine((delta) => delta !== 0, 'Please enter a number other than 0.'),
    reason: z.enum(BULK_STOCK_REASONS, 'Please choose received, damaged or correction.'),
    note: optionalSingleLineText(200).default(''),
  })
  .superRefine(({ reason, delta }, context) => {
    const message = checkDeltaSign(reason, delta);
    if (message) context.addIssue({ code: 'custom', path: ['delta'], message });
  });

/** What to do to each tool: exactly one kind of change. */
export const bulkChangeSchema = z
  .discriminatedUnion(
    'kind',
    [
      z
        .strictObject({ kind: z.literal('pictures') })
        .meta({ description: 'Each tool of the change has its pictures beside its version.' }),
      z.strictObject({
        kind: z.literal('price'),
        percent: z
          .number(PERCENT_SENTENCE)
          .min(MIN_PERCENT, RANGE_SENTENCE)
          .max(MAX_PERCENT, RANGE_SENTENCE)
          .refine((percent) => isWhole(percent * 100), PERCENT_SENTENCE)
          .refine((percent) => percent !== 0, 'Please enter a percentage other than 0.')
          .meta({
            description:
              'Changes both unit and volume prices, rounded to the smallest price of the currency. Half of it is rounded up.',
            example: 2.5,
          }),
      }),
      stockChangeSchema,
      z.strictObject({
        kind: z.literal('state'),
        action: z.enum(STATE_ACTIONS, 'Please choose publish, archive or restore.'),
      }),
      z.strictObject({
        kind: z.literal('category'),
        category: editableFields.category.meta({ description: 'Empty for none.' }),
      }),
    ],
    { error: 'Please choose price, stock, state, category or pictures.' },
  )
  .meta({ id: 'BulkChange' }) satisfies z.ZodType<BulkChange>;

const isUnique = (ids: readonly string[]) => new Set(ids).size === ids.length;
const TWICE_SENTENCE = 'Please list each tool only once.';

const NO_PREVIEW = 'Pictures have a preview of their own: POST /bulk-changes/pictures.';

/** The tools, by their ids or by a filter of the list of all tools, and the change to preview. */
export const bulkPreviewRequestSchema = z
  .strictObject({
    change: bulkChangeSchema.refine(({ kind }) => kind !== 'pictures', NO_PREVIEW),
    ids: z.array(identifierSchema).min(1, 'Please choose a tool.').max(MAX_BULK_TOOLS, MANY_SENTENCE),
    filter: z
      .strictObject({
        q: inventoryQuerySchema.shape.q,
        state: inventoryQuerySchema.shape.state,
        category: inventoryQuerySchema.shape.category,
      })
      .meta({ description: 'All tools that `GET /inventory` finds by this search, state and category.' }),
  })
  .partial({ ids: true, filter: true })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
    path: ['ids'],
    message: 'Please send either ids or a filter.',
  })
  .refine(({ ids }) => isUnique(ids ?? []), { path: ['ids'], message: TWICE_SENTENCE })
  .meta({ id: 'BulkPreviewRequest' });

export type BulkPreviewRequest = z.output<typeof bulkPreviewRequestSchema>;

/** The change to make to the previewed tools, in the versions that the preview showed. */
export const newBulkChangeSchema = z
  .strictObject({
    change: bulkChangeSchema,
    tools: z
      .array(
        z.strictObject({
          _id: identifierSchema,
          version: z.number().int().min(1).max(999_999_999),
          pictures: editableFields.pictures.optional().meta({
            description: 'All of its pictures in their order; of a change of pictures only, and required there.',
          }),
        }),
      )
      .min(1, 'Please choose a tool.')
      .max(MAX_BULK_TOOLS, MANY_SENTENCE)
      .refine((tools) => isUnique(tools.map(({ _id }) => _id)), TWICE_SENTENCE)
      .meta({ description: 'Each with the version that the preview showed.' }),
  })
  .refine(
    ({ change, tools }) => tools.every(({ pictures }) => (pictures !== undefined) === (change.kind === 'pictures')),
    {
      path: ['tools'],
      message: 'Please send pictures for each tool of a change of pictures, and for no other change.',
    },
  )
  .meta({ id: 'NewBulkChange' });

export type NewBulkChange = z.output<typeof newBulkChangeSchema>;

/** The values of a tool that a change touches, named as calls for tools name them. */
const valuesSchema = z
  .union([
    z.object({ balance: z.number(), volumePrices: z.array(volumePriceSchema) }),
    z.object({ quantity: z.number().int().meta({ description: 'Available stock.' }) }),
    z.object({ state: z.enum(TOOL_STATES) }),
    z.object({ pictures: z.array(z.string()) }),
    z.object({ category: z.string() }),
  ])
  .meta({ id: 'BulkValues' });

export type WireBulkValues = z.infer<typeof valuesSchema>;

const namedTool = { _id: z.string(), sku: z.string(), itemName: z.string() };

/** The names of picture files, with the folder that each is in. */
export const pictureNamesSchema = z
  .strictObject({
    names: z
      .array(boundedText(MAX_PICTURE_NAME).min(1))
      .min(1, 'Please choose a picture.')
      .max(MAX_PICTURE_FILES, `Please choose at most ${MAX_PICTURE_FILES} pictures at once.`),
  })
  .meta({ id: 'PictureNames' });

export const matchedPicturesSchema = z
  .object({
    found: z.array(
      z.object({
        name: z.string(),
        toolId: z.string(),
        place: z.number().int().min(1).meta({ description: 'The place among the pictures that its name says.' }),
      }),
    ),
    missing: z
      .array(z.string())
      .meta({ description: 'Names in which no product’s SKU or GTIN was found, or two products’.' }),
    tools: z.array(z.object({ ...namedTool, version: z.number().int(), pictures: z.array(z.string()) })),
  })
  .meta({ id: 'MatchedPictures' });

export type MatchedPictures = z.infer<typeof matchedPicturesSchema>;

const previewRowSchema = z
  .object({
    ...namedTool,
    version: z.number().int(),
    result: z.enum(['changed', 'unchanged', 'refused']),
    before: valuesSchema,
    after: valuesSchema.nullable().meta({ description: 'null unless the tool changes.' }),
    reason: z.string().nullable().meta({ description: 'Why it cannot be changed, as a sentence for people.' }),
  })
  .meta({ id: 'BulkPreviewRow' });

export type BulkPreviewRow = z.infer<typeof previewRowSchema>;

/** The preview of each tool: first those that can't be changed, last those that would stay as they are. */
export const bulkPreviewSchema = z
  .object({
    changed: z.number().int(),
    unchanged: z.number().int(),
    refused: z.number().int(),
    rows: z.array(previewRowSchema),
  })
  .meta({ id: 'BulkPreview' });

export type BulkPreview = z.infer<typeof bulkPreviewSchema>;

export const madeBulkChangeSchema = z
  .object({
    acknowledged: z.literal(true),
    insertedId: z.string(),
    modifiedCount: z.number().int().meta({ description: 'How many tools were changed.' }),
  })
  .meta({ id: 'MadeBulkChange' });

/** The response of undoing a bulk change. */
export const undoneBulkChangeSchema = z
  .object({
    acknowledged: z.literal(true),
    modifiedCount: z.number().int().meta({ description: '0 if nothing had to change.' }),
  })
  .meta({ id: 'UndoneBulkChange' });

export const bulkChangeQuerySchema = listQuerySchema({
  sorts: ['created'],
  states: BULK_KINDS,
  searches: 'the email address of the admin who made it',
});

export type BulkChangeQuery = z.infer<typeof bulkChangeQuerySchema>;

const recordFields = {
  _id: z.string(),
  change: bulkChangeSchema,
  count: z.number().int().meta({ description: 'How many tools were changed.' }),
  by: z.string().meta({ description: 'The admin’s email address.' }),
  at: z.string(),
  undoneBy: z.string().nullable(),
  undoneAt: z.string().nullable(),
};

export const bulkChangeRecordSchema = z.object(recordFields).meta({ id: 'BulkChangeRecord' });

export type BulkChangeRecord = z.infer<typeof bulkChangeRecordSchema>;

/** A bulk change with what it did to each tool. */
export const bulkChangeDetailSchema = z
  .object({ ...recordFields, rows: z.array(z.object({ ...namedTool, before: valuesSchema, after: valuesSchema })) })
  .meta({ id: 'BulkChangeDetail' });

export type BulkChangeDetail = z.infer<typeof bulkChangeDetailSchema>;

/** The tools that keep a change from being undone, in the `extra` of its problem. */
export interface RefusedTool {
  _id: string;
  sku: string;
  itemName: string;
  /** The value that the tool has now. */
  current: WireBulkValues;
  reason: string;
}
