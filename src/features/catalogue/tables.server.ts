import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { LOW_STOCK_ORDERS, STOCK_STATES } from './rules.ts';

export const tools = pgTable(
  'tools',
  {
    id: text().primaryKey(),
    /** The order of creation. Lists are paginated by it. */
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull().unique(),
    itemName: text().notNull(),
    about: text().notNull(),
    unitPriceCents: integer().notNull(),
    minOrderQuantity: integer().notNull(),
    available: integer().notNull(),
    held: integer().notNull().default(0),
    sold: integer().notNull().default(0),
    image: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** `getStockState` by the database. Most orders leave it as it is, so that its index costs them nothing. */
    stockState: text({ enum: STOCK_STATES })
      .notNull()
      .generatedAlwaysAs(
        sql.raw(
          `case when available < min_order_quantity then 'out' when available < ${LOW_STOCK_ORDERS} * min_order_quantity::bigint then 'low' else 'available' end`,
        ),
      ),
  },
  (t) => [
    check('tools_unit_price_positive', sql`${t.unitPriceCents} > 0`),
    check('tools_min_order_quantity_positive', sql`${t.minOrderQuantity} > 0`),
    check('tools_stock_not_negative', sql`${t.available} >= 0 and ${t.held} >= 0 and ${t.sold} >= 0`),
    index('tools_item_name').on(t.itemName),
    // No index by stock: every order would have to write it. Its state changes rarely.
    index('tools_short_of_stock').on(t.stockState, t.seq).where(sql`stock_state <> 'available'`),
    index('tools_by_name').on(sql`lower(${t.itemName})`, t.seq),
    index('tools_by_price').on(t.unitPriceCents, t.seq),
  ],
);

/** Every change of stock without an order. A tool's first one is its initial stock. */
export const stockAdjustments = pgTable(
  'stock_adjustments',
  {
    id: text().primaryKey(),
    toolId: text()
      .notNull()
      .references(() => tools.id),
    delta: integer().notNull(),
    reason: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index('stock_adjustments_tool').on(t.toolId), check('stock_adjustments_not_zero', sql`${t.delta} <> 0`)],
);
