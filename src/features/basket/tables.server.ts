import { sql } from 'drizzle-orm';
import { check, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '../identity/tables.server.ts';
import { type Line, MAX_BASKET_LINES } from './rules.ts';

/** What a line remembers about its tool, from when it was added or its quantity chosen. */
export interface StoredMemory {
  /** ISO 8601. */
  at: string;
  /** The price of a piece in an order of the line's quantity. */
  unitPriceMinor: number;
  minimum: number;
  available: number;
}

export interface StoredLine extends Line {
  added: StoredMemory;
}

/** One basket per account. Its lines are one value, since each write replaces all of them and each read needs all. */
export const baskets = pgTable(
  'baskets',
  {
    userId: text()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    lines: jsonb().$type<StoredLine[]>().notNull(),
    /** Counts the writes, from 1. A write names the version that it was made from. */
    version: integer().notNull().default(1),
    changedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [
    check(
      'baskets_lines_bounded',
      sql`case when jsonb_typeof(${t.lines}) = 'array' then jsonb_array_length(${t.lines}) <= ${sql.raw(`${MAX_BASKET_LINES}`)} else false end`,
    ),
    check('baskets_version_positive', sql`${t.version} > 0`),
  ],
);
