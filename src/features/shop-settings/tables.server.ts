import { sql } from 'drizzle-orm';
import { boolean, check, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '../identity/tables.server.ts';
import type { ShopSettings } from './rules.ts';

/**
 * The shop's settings: one row. Values that equal their defaults are left out, so that a better default reaches the
 * shop.
 */
export const shopSettings = pgTable(
  'shop_settings',
  {
    id: integer().primaryKey().default(1),
    version: integer().notNull().default(0),
    values: jsonb().$type<Partial<ShopSettings>>().notNull().default({}),
    /** Whether the first start has taken over the settings from the environment of an earlier version. */
    isEnvironmentRead: boolean().notNull().default(false),
    changedAt: timestamp({ withTimezone: true }),
    changedBy: text().references(() => users.id),
  },
  (t) => [check('shop_settings_one_row', sql`${t.id} = 1`)],
);
