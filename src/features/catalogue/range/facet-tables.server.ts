import { sql } from 'drizzle-orm';
import { bigint, boolean, doublePrecision, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { categories } from '../../categories/tables.server.ts';
import { STOCK_STATES } from '../tool/stock-state.ts';
import { tools } from '../tool/tables.server.ts';
import type { FacetRow } from './facet-rows.ts';

/**
 * What tools on sale are filtered and counted by. These narrow rows are kept apart from `tools`, so that thousands are
 * read in few database pages. Triggers of `tools` keep them. An order writes its tool's row only if the state of the
 * stock changes.
 */
export const toolFacets = pgTable(
  'tool_facets',
  {
    id: text('tool_id')
      .primaryKey()
      .references(() => tools.id, { onDelete: 'cascade' }),
    /** The tool's `seq`. */
    seq: bigint({ mode: 'number' }).notNull(),
    /** A random integer of 31 bits: the rows below a bound are a fair sample. */
    sample: integer().notNull(),
    categoryId: text(),
    /** Folded, for sorting: see `alphabeticalKey`. */
    name: text().notNull(),
    unitPriceMinor: integer().notNull(),
    minOrderQuantity: integer().notNull(),
    /** Only one index has it, and that has no tools with enough stock. */
    stockState: text({ enum: STOCK_STATES }).notNull(),
    /** The tool's specification: name, value and unit, separated by U+001F. */
    tokens: text().array().notNull(),
    /** The numbers that the tool has: name and base unit, separated by U+001F. */
    numberKeys: text().array().notNull(),
    /** In base units, in the order of `numberKeys`. */
    lows: doublePrecision().array().notNull(),
    highs: doublePrecision().array().notNull(),
  },
  (t) => [
    index('tool_facets_by_creation').on(t.categoryId, t.seq),
    index('tool_facets_by_price').on(t.categoryId, t.unitPriceMinor, t.seq),
    index('tool_facets_by_name').on(t.categoryId, t.name, t.seq),
    index('tool_facets_by_minimum').on(t.categoryId, t.minOrderQuantity, t.seq),
    index('tool_facets_sample').on(t.categoryId, t.sample),
    index('tool_facets_short').on(t.categoryId, t.stockState, t.seq).where(sql`stock_state <> 'available'`),
    index('tool_facets_any_sample').on(t.sample),
    index('tool_facets_tokens').using('gin', t.tokens),
  ],
);

/**
 * What the tools on sale of a category have, as a job counted it: either exactly, which is true as long as the category
 * does not change, or from a sample (`about`).
 */
export const categoryFacets = pgTable('category_facets', {
  categoryId: text()
    .primaryKey()
    .references(() => categories.id, { onDelete: 'cascade' }),
  rows: jsonb().$type<FacetRow[]>().notNull(),
  /** The category has more tools than are counted. */
  about: boolean().notNull().default(false),
});

/**
 * Categories whose tools have changed since they were counted. Triggers only add rows, so that no order waits for
 * another.
 */
export const categoryFacetChanges = pgTable(
  'category_facet_changes',
  {
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    categoryId: text().notNull(),
  },
  (t) => [index('category_facet_changes_category').on(t.categoryId)],
);
