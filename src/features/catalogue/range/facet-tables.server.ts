import { sql } from 'drizzle-orm';
import { bigint, boolean, doublePrecision, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { categories } from '../../categories/tables.server.ts';
import { STOCK_STATES } from '../tool/stock-state.ts';
import { tools } from '../tool/tables.server.ts';
import type { FacetRow } from './facet-rows.ts';

/**
 * What tools on sale are filtered and counted by: a narrow row for each, apart from `tools`, so that thousands are read
 * in few pages. Triggers of `tools` keep it. An order writes it only where it changes the state of the stock.
 */
export const toolFacets = pgTable(
  'tool_facets',
  {
    id: text('tool_id')
      .primaryKey()
      .references(() => tools.id, { onDelete: 'cascade' }),
    /** The tool's own. */
    seq: bigint({ mode: 'number' }).notNull(),
    /** A pseudo-random number of 31 bits: the rows below a bound are a fair sample. */
    sample: integer().notNull(),
    categoryId: text(),
    /** In lower case, to sort by. */
    name: text().notNull(),
    unitPriceCents: integer().notNull(),
    minOrderQuantity: integer().notNull(),
    /** In one index alone, which has no tools with enough stock. */
    stockState: text({ enum: STOCK_STATES }).notNull(),
    /** Its specification: name, value and unit, with U+001F between them. */
    tokens: text().array().notNull(),
    /** Of what it has numbers: name and base unit, with U+001F between them. */
    numberKeys: text().array().notNull(),
    /** In the base unit, beside their key. */
    lows: doublePrecision().array().notNull(),
    highs: doublePrecision().array().notNull(),
  },
  (t) => [
    index('tool_facets_by_creation').on(t.categoryId, t.seq),
    index('tool_facets_by_price').on(t.categoryId, t.unitPriceCents, t.seq),
    index('tool_facets_by_name').on(t.categoryId, t.name, t.seq),
    index('tool_facets_by_minimum').on(t.categoryId, t.minOrderQuantity, t.seq),
    index('tool_facets_sample').on(t.categoryId, t.sample),
    index('tool_facets_short').on(t.categoryId, t.stockState, t.seq).where(sql`stock_state <> 'available'`),
    index('tool_facets_any_sample').on(t.sample),
    index('tool_facets_tokens').using('gin', t.tokens),
  ],
);

/**
 * What the tools on sale of a category have, counted by a job: of all of them, true while the category has no change, or
 * `about`, of a sample.
 */
export const categoryFacets = pgTable('category_facets', {
  categoryId: text()
    .primaryKey()
    .references(() => categories.id, { onDelete: 'cascade' }),
  rows: jsonb().$type<FacetRow[]>().notNull(),
  /** Of more tools than are counted. */
  about: boolean().notNull().default(false),
});

/** Categories whose tools changed since they were counted. Triggers only add rows, so that no order waits for another. */
export const categoryFacetChanges = pgTable(
  'category_facet_changes',
  {
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    categoryId: text().notNull(),
  },
  (t) => [index('category_facet_changes_category').on(t.categoryId)],
);
