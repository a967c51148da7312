import { sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { bigint, check, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { alphabeticalKey } from '#src/platform/alphabetical-key.server.ts';
import { bytea } from '#src/platform/bytea.server.ts';
import { idOf } from '#src/platform/id-of.server.ts';
import { BLANK_PICTURE } from '#src/shared/blank-picture.ts';
import type { VolumePrice } from '#src/shared/quantity-solver.ts';
import { MAX_REORDER_ORDERS } from '#src/shared/reorder-level.ts';
import {
  mapPlainFields,
  PLAIN_FIELD_NAMES,
  PLAIN_FIELDS,
  type PlainField,
  type PlainValues,
} from '#src/shared/tool-fields/plain-fields.ts';
import { categories } from '../../categories/tables.server.ts';
import type { ToolDocument, ToolRelation } from './kinds.ts';
import { type Maker, type Size, type Specification, STOCK_REASONS, TOOL_STATES, type Weight } from './rules.ts';
import { MAX_COVER_DAYS, MIN_PACE_DAYS, PACE_DAYS, SHORT_COVER_DAYS } from './stock-cover.ts';
import { LOW_STOCK_ORDERS, STOCK_STATES } from './stock-state.ts';

/** `getSmallestOrder` in SQL. */
const SMALLEST_ORDER = '((min_order_quantity::bigint + pack_multiple - 1) / pack_multiple * pack_multiple)';

const nullableText = () => text();
const textOr = (empty: string) => text().notNull().default(empty);

const plainColumns = mapPlainFields((name) => {
  const { empty } = PLAIN_FIELDS[name];
  return empty === null ? nullableText() : textOr(empty);
}) as { [Field in PlainField]: ReturnType<null extends PlainValues[Field] ? typeof nullableText : typeof textOr> };

/** The database checks codes and fixed choices, whoever writes them. */
const checkPlainFields = () =>
  PLAIN_FIELD_NAMES.flatMap((name) => {
    const { empty, options, pattern } = PLAIN_FIELDS[name];
    const column = toSnakeCase(name);
    const values = ['', ...Object.keys(options ?? {})].map((value) => `'${value}'`);
    const condition = options
      ? `${column} in (${values.join(', ')})`
      : pattern && `${empty === '' ? `${column} = '' or ` : ''}${column} ~ '${pattern.source}'`;
    return condition ? [check(`tools_${column}`, sql.raw(condition))] : [];
  });

export const tools = pgTable(
  'tools',
  {
    id: text().primaryKey(),
    /** The order of creation. Lists are paginated by it. */
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull().unique(),
    /** A trigger generates one if none is given. */
    sku: text().notNull().default(''),
    /** The tool's page. A trigger generates one from the name if none is given. */
    slug: text().notNull().default(''),
    ...plainColumns,
    itemName: text().notNull(),
    about: text().notNull(),
    unitPriceMinor: integer().notNull(),
    minOrderQuantity: integer().notNull(),
    packMultiple: integer().notNull().default(1),
    /** Null if only the stock limits an order. */
    maxOrderQuantity: integer(),
    /** With fewer pieces, staff are told to reorder it. Null if the default of the settings applies. Never sent to visitors. */
    reorderLevel: integer(),
    /** In ascending order of quantity, each cheaper than the previous one. */
    volumePrices: jsonb().$type<VolumePrice[]>().notNull().default([]),
    state: text({ enum: TOOL_STATES }).notNull().default('on_sale'),
    /** A trigger counts the changes of what an admin edits. Movements of stock do not count. */
    version: integer().notNull().default(1),
    available: integer().notNull(),
    held: integer().notNull().default(0),
    sold: integer().notNull().default(0),
    image: text().notNull(),
    /** The images after the first one, in their order. */
    moreImages: jsonb().$type<string[]>().notNull().default([]),
    documents: jsonb().$type<ToolDocument[]>().notNull().default([]),
    relations: jsonb().$type<ToolRelation[]>().notNull().default([]),
    /** Null where it has none. */
    categoryId: text().references(() => categories.id),
    specifications: jsonb().$type<Specification[]>().notNull().default([]),
    weight: jsonb().$type<Weight>(),
    size: jsonb().$type<Size>(),
    /** Who is responsible under the European product safety rules. Null if the shop itself is. */
    maker: jsonb().$type<Maker>(),
    /** The ratings of its published reviews. Triggers keep them. */
    ratingCount: integer().notNull().default(0),
    ratingSum: integer().notNull().default(0),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** `getStockState` in SQL. Most orders do not change it, so its index costs them nothing. */
    stockState: text({ enum: STOCK_STATES })
      .notNull()
      .generatedAlwaysAs(
        sql.raw(
          `case when available < ${SMALLEST_ORDER} then 'out' when available < ${LOW_STOCK_ORDERS} * ${SMALLEST_ORDER} then 'low' else 'available' end`,
        ),
      ),
  },
  (t) => [
    ...checkPlainFields(),
    check('tools_unit_price_positive', sql`${t.unitPriceMinor} > 0`),
    check('tools_min_order_quantity_positive', sql`${t.minOrderQuantity} > 0`),
    check(
      'tools_order_bounds',
      sql`${t.packMultiple} > 0 and (${t.maxOrderQuantity} is null or ${t.maxOrderQuantity} >= ${t.minOrderQuantity})`,
    ),
    check('tools_reorder_level', sql`${t.reorderLevel} >= 0`),
    check('tools_volume_prices_listed', sql`jsonb_typeof(${t.volumePrices}) = 'array'`),
    check(
      'tools_lists',
      sql`jsonb_typeof(${t.moreImages}) = 'array' and jsonb_typeof(${t.documents}) = 'array' and jsonb_typeof(${t.relations}) = 'array'`,
    ),
    check('tools_state', sql`${t.state} in ('draft', 'on_sale', 'archived')`),
    check('tools_stock_not_negative', sql`${t.available} >= 0 and ${t.held} >= 0 and ${t.sold} >= 0`),
    index('tools_item_name').on(t.itemName),
    // There is no index by stock, since every order would have to write it. The stock's state changes rarely.
    index('tools_short_of_stock').on(t.stockState, t.seq).where(sql`state = 'on_sale' and stock_state <> 'available'`),
    index('tools_by_name').on(alphabeticalKey(t.itemName), t.seq),
    index('tools_by_price').on(t.unitPriceMinor, t.seq),
    index('tools_by_minimum').on(t.minOrderQuantity, t.seq),
    index('tools_not_on_sale').on(t.state, t.seq).where(sql`state <> 'on_sale'`),
    // With it, stock states are counted without reading the tools.
    // Finds the newest tools that have a picture, below any number of imported ones without.
    index('tools_pictured')
      .on(t.seq)
      .where(sql.raw(`state = 'on_sale' and image <> '${BLANK_PICTURE}'`)),
    index('tools_on_sale').on(t.seq, t.stockState).where(sql`state = 'on_sale'`),
    // Finds the tools that name a file.
    index('tools_documents').using('gin', sql`${t.documents} jsonb_path_ops`).where(sql`documents <> '[]'`),
    // Finds the tools that methods by weight cannot ship.
    index('tools_unweighed').on(t.seq).where(sql`state = 'on_sale' and weight is null and pack_weight = ''`),
    index('tools_by_gtin').on(t.gtin).where(sql`gtin is not null`),
    // Finds the tools that name a tool.
    index('tools_relations').using('gin', sql`${t.relations} jsonb_path_ops`).where(sql`relations <> '[]'`),
    index('tools_by_category').on(t.categoryId, t.seq).where(sql`category_id is not null`),
    index('tools_by_family').on(sql`lower(${t.family})`, t.seq).where(sql`family <> ''`),
    uniqueIndex('tools_sku').on(sql`lower(${t.sku})`),
    uniqueIndex('tools_slug').on(t.slug),
  ],
);

export const documentFiles = pgTable(
  'document_files',
  {
    id: text().primaryKey(),
    bytes: integer().notNull(),
    sha256: text().notNull(),
    /** A PDF that was inspected. It is stored without compression, so that it can be read in pieces. */
    content: bytea().notNull(),
    /** Null while a tool names it. Without one it is deleted after a day. */
    unusedSince: timestamp({ withTimezone: true }).defaultNow(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index('document_files_unused').on(t.unusedSince).where(sql`unused_since is not null`),
    check('document_files_bytes', sql`${t.bytes} = octet_length(${t.content}) and ${t.bytes} > 0`),
  ],
);

/** Former slugs of tools. Their pages redirect. */
export const formerSlugs = pgTable(
  'former_slugs',
  {
    slug: text().primaryKey(),
    toolId: idOf(() => tools.id),
  },
  (t) => [index('former_slugs_tool').on(t.toolId)],
);

/** Every change of stock without an order. The first one of a tool is its initial stock. */
export const stockAdjustments = pgTable(
  'stock_adjustments',
  {
    id: text().primaryKey(),
    toolId: idOf(() => tools.id),
    delta: integer().notNull(),
    reason: text({ enum: STOCK_REASONS }).notNull(),
    note: text().notNull().default(''),
    /** The admin's address; null where the shop did it itself. */
    adjustedBy: text(),
    /** The idempotency key of the request. A request with the same key adjusts nothing. */
    idempotencyKey: text(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    index('stock_adjustments_tool').on(t.toolId, t.at, t.id),
    uniqueIndex('stock_adjustments_idempotency').on(t.toolId, t.idempotencyKey).where(sql`idempotency_key is not null`),
    check('stock_adjustments_not_zero', sql`${t.delta} <> 0`),
  ],
);

/**
 * The prices of a tool and since when each applied. A trigger adds a row with the tool and at each change of its price.
 */
export const priceChanges = pgTable(
  'price_changes',
  {
    id: text().primaryKey(),
    toolId: idOf(() => tools.id),
    unitPriceMinor: integer().notNull(),
    volumePrices: jsonb().$type<VolumePrice[]>().notNull(),
    /** The admin's address; null where the shop did it itself. */
    changedBy: text(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index('price_changes_tool').on(t.toolId, t.at, t.id)],
);

/** Whether a tool's stock lasts for fewer than `SHORT_COVER_DAYS`. Also the predicate of an index. */
export const SHORT_COVER = sql.raw(`cover_days < ${SHORT_COVER_DAYS}`);

/**
 * How fast a tool on sale sells and how long its stock lasts at that pace. A scheduled job keeps it. A tool has no row
 * while none was sold. Kept apart from `tools`, so that no order waits for it.
 */
export const stockCovers = pgTable(
  'stock_covers',
  {
    toolId: text()
      .primaryKey()
      .references(() => tools.id),
    sold: integer().notNull(),
    paceDays: integer().notNull(),
    /** `getCoverDays` in SQL, for the stock at that moment. Null if less than the minimum order was left. */
    coverDays: integer(),
  },
  (t) => [
    check('stock_covers_sold_positive', sql`${t.sold} > 0`),
    check('stock_covers_pace', sql`${t.paceDays} between ${sql.raw(`${MIN_PACE_DAYS} and ${PACE_DAYS}`)}`),
    check('stock_covers_bounds', sql`${t.coverDays} between 0 and ${sql.raw(`${MAX_COVER_DAYS}`)}`),
    index('stock_covers_short').on(t.coverDays, t.toolId).where(SHORT_COVER),
  ],
);

/**
 * The days of cover as a sort key. A tool without a pace comes last in both directions. Also expressions of indexes.
 */
export const COVER_ASCENDING = sql.raw(`coalesce(cover_days, ${MAX_COVER_DAYS + 1})`);
export const COVER_DESCENDING = sql.raw('coalesce(cover_days, -1)');

/** Whether a tool can be below its reorder level, whatever the setting. Also the predicate of an index. */
export const MAY_HAVE_TO_BE_REORDERED = sql.raw(`orders_left < ${MAX_REORDER_ORDERS} and stock_state <> 'out'`);

/**
 * The sort keys of tool lists that orders change: the stock and the days for which it lasts. A trigger writes one row
 * with each tool. A scheduled job follows the orders, so that no order writes an index of these columns.
 */
export const toolStocks = pgTable(
  'tool_stocks',
  {
    toolId: text()
      .primaryKey()
      .references(() => tools.id, { onDelete: 'cascade' }),
    /** The `seq` of the tool. */
    seq: bigint({ mode: 'number' }).notNull(),
    available: integer().notNull(),
    stockState: text({ enum: STOCK_STATES }).notNull(),
    /** Null if none was sold lately. */
    coverDays: integer(),
    /**
     * How many minimum orders are left, at most a thousand: `count_orders_left` in SQL. A tool with a reorder level of
     * its own has -1 below it.
     */
    ordersLeft: integer().notNull().default(1_000),
  },
  (t) => [
    index('tool_stocks_to_reorder').on(t.ordersLeft, t.toolId).where(MAY_HAVE_TO_BE_REORDERED),
    index('tool_stocks_by_stock').on(t.available, t.seq),
    index('tool_stocks_left').on(t.available, t.seq).where(sql`stock_state <> 'out'`),
    index('tool_stocks_low').on(t.available, t.seq).where(sql`stock_state = 'low'`),
    index('tool_stocks_out').on(t.available, t.seq).where(sql`stock_state = 'out'`),
    index('tool_stocks_by_cover').on(COVER_ASCENDING, t.seq),
    index('tool_stocks_by_cover_down').on(COVER_DESCENDING, t.seq),
  ],
);
