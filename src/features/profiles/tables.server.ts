import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '../identity/tables.server.ts';

/** One profile per user. Its email address is the user's and is not stored here. */
export const profiles = pgTable('profiles', {
  id: text().primaryKey(),
  userId: text()
    .notNull()
    .unique()
    .references(() => users.id, { onDelete: 'cascade' }),
  displayName: text().notNull(),
  image: text().notNull(),
  number: text().notNull(),
  collegeName: text().notNull(),
  universityName: text().notNull(),
  division: text().notNull(),
  district: text().notNull(),
  createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
