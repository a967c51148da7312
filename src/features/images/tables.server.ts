import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '../identity/tables.server.ts';

/** An uploaded picture, re-encoded by us; its files are `<id>_<width>x<height>[-<stored width>].webp` in the image store. */
export const images = pgTable(
  'images',
  {
    id: text().primaryKey(),
    ownerId: text()
      .notNull()
      .references(() => users.id),
    width: integer().notNull(),
    height: integer().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (t) => [index('images_owner').on(t.ownerId), check('images_size_positive', sql`${t.width} > 0 and ${t.height} > 0`)],
);
