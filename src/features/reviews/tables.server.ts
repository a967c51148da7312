import { sql } from 'drizzle-orm';
import { bigint, check, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '../identity/tables.server.ts';

export const reviews = pgTable(
  'reviews',
  {
    id: text().primaryKey(),
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull().unique(),
    userId: text()
      .notNull()
      .references(() => users.id),
    displayName: text().notNull(),
    image: text().notNull(),
    company: text().notNull(),
    designation: text().notNull(),
    title: text().notNull(),
    rating: integer().notNull(),
    about: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [check('reviews_rating_bounds', sql`${t.rating} between 1 and 5`)],
);
