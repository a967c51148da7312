import * as z from 'zod';
import { singleLineText } from '#src/shared/field-schemas.ts';
import { listQuerySchema } from '#src/shared/list-query.ts';
import { slugSchema } from '#src/shared/slug-schema.ts';
import { staffToolSchema, volumePriceSchema } from '../tool/contract.ts';
import { MAX_QUANTITY } from '../tool/editable-fields.ts';
import { relatedToolSchema } from '../tool/related-contract.ts';
import { ADJUSTMENT_REASONS, STOCK_REASONS } from '../tool/rules.ts';
import { STOCK_STATES } from '../tool/stock-state.ts';

/** The query of the list of all tools, for admins. A stock state selects only tools on sale. */
export const inventoryQuerySchema = listQuerySchema({
  sorts: ['created', 'name', 'price', 'minimum', 'stock', 'cover'],
  textSorts: ['name'],
  states: [...STOCK_STATES, 'reorder', 'running_out', 'unweighed', 'draft', 'archived'],
  searches: 'SKU, GTIN, name, category, specification or text',
  relevance: true,
}).safeExtend({
  category: slugSchema
    .optional()
    .meta({ description: 'The slug of a category. Its subcategories are included, also those that only admins see.' }),
});

export type InventoryQuery = z.infer<typeof inventoryQuerySchema>;

/** A tool as admins see it. */
export const inventoryToolSchema = staffToolSchema
  .extend({
    cover: z
      .object({
        days: z.number().int().meta({ description: 'How many days the available stock lasts, up to 999.' }),
        sold: z.number().int().meta({ description: 'The pieces in paid orders of the last `paceDays` days.' }),
        paceDays: z.number().int().meta({ description: '30, or fewer for a newer tool.' }),
      })
      .nullable()
      .meta({ description: 'At the pace of the last 30 days; null if none was sold or the tool is off sale.' }),
  })
  .meta({ id: 'InventoryTool' });

export type InventoryTool = z.infer<typeof inventoryToolSchema>;

/** A tool as admins see it, with the tools it is related to. */
export const inventoryToolDetailSchema = inventoryToolSchema
  .extend({ related: z.array(relatedToolSchema).meta({ description: 'The tools in `relations`, including drafts.' }) })
  .meta({ id: 'InventoryToolDetail' });

export type InventoryToolDetail = z.infer<typeof inventoryToolDetailSchema>;

/** The values that a new tool's form starts with. */
export type ToolToEdit = Omit<InventoryToolDetail, 'cover'>;

/** The response of a call that changed a tool, with its new version. */
export const changedToolSchema = z
  .object({
    acknowledged: z.literal(true),
    modifiedCount: z.number().int().meta({ description: '0 if nothing had to change.' }),
    version: z.number().int(),
  })
  .meta({ id: 'ChangedTool' });

/** A stock adjustment: pieces added or taken without an order. */
export const stockAdjustmentSchema = z
  .strictObject({
    delta: z
      .number('Please send a whole number of pieces, such as 40 or -3.')
      .int('Please send a whole number of pieces, such as 40 or -3.')
      .min(-MAX_QUANTITY, `Please send at least -${MAX_QUANTITY}.`)
      .max(MAX_QUANTITY, `Please send at most ${MAX_QUANTITY}.`)
      .refine((delta) => delta !== 0, 'Please send a number other than 0.'),
    reason: z.enum(ADJUSTMENT_REASONS, 'Please send received, correction, count or damaged.'),
    note: z.union([singleLineText(200), z.literal('')]).default(''),
    countedFrom: z.number().int().min(0).optional().meta({
      description: 'The available stock that `delta` was computed from. If it has changed since, the response is 409.',
    }),
  })
  .meta({ id: 'StockAdjustment' });

export type StockAdjustment = z.output<typeof stockAdjustmentSchema>;

/** The response of an adjustment, with the stock after it. */
export const adjustedSchema = z
  .object({
    acknowledged: z.literal(true),
    insertedId: z.string(),
    quantity: z.number().int().meta({ description: 'The pieces available now.' }),
  })
  .meta({ id: 'AdjustedStock' });

/** An entry of a tool's history: a stock adjustment or a price. */
export const historyEntrySchema = z
  .discriminatedUnion('kind', [
    z.object({
      kind: z.literal('stock'),
      _id: z.string(),
      at: z.string(),
      by: z.string().nullable().meta({ description: 'The admin’s email address; null for the shop itself.' }),
      delta: z.number().int(),
      reason: z.enum(STOCK_REASONS),
      note: z.string(),
    }),
    z.object({
      kind: z.literal('price'),
      _id: z.string(),
      at: z.string(),
      by: z.string().nullable(),
      balance: z.number(),
      volumePrices: z.array(volumePriceSchema),
    }),
  ])
  .meta({ id: 'ToolHistoryEntry' });

export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** A page of a tool's history, newest first, with its stock: available, held and sold. */
export const toolHistorySchema = z
  .object({
    stock: z
      .object({
        adjusted: z.number().int().meta({ description: 'The sum of all adjustments: available + held + sold.' }),
        available: z.number().int(),
        held: z.number().int(),
        sold: z.number().int(),
      })
      .meta({ id: 'StockTotals' }),
    entries: z.array(historyEntrySchema),
  })
  .meta({ id: 'ToolHistory' });

export type ToolHistory = z.infer<typeof toolHistorySchema>;
