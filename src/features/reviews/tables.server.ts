import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';
import { idOf } from '#src/platform/id-of.server.ts';
import { tools } from '../catalogue/tool/tables.server.ts';
import { users } from '../identity/tables.server.ts';

export const reviews = pgTable(
  'reviews',
  {
    id: text().primaryKey(),
    seq: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().notNull().unique(),
    userId: idOf(() => users.id),
    /** The tool, which its author has received. Null if the review is about the shop. */
    toolId: text().references(() => tools.id),
    displayName: text().notNull(),
    image: text().notNull(),
    company: text().notNull(),
    designation: text().notNull(),
    title: text().notNull(),
    rating: integer().notNull(),
    about: text().notNull(),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    /** Counts its author's changes. A change names the version that it was made from. */
    version: integer().notNull().default(1),
    changedAt: timestamp({ withTimezone: true }),
    takenDownAt: timestamp({ withTimezone: true }),
    /** The reason, in the words of the admin. Its author reads it. */
    takenDownReason: text(),
    /** It is not shown until somebody at the shop publishes it. A setting decides this when it is written or changed. */
    waiting: boolean().notNull().default(false),
    /** When somebody at the shop last read it. Null while it is new to the shop, or changed since. */
    readAt: timestamp({ withTimezone: true }),
    /** Its author had received goods when they wrote it. The home page shows these first. */
    byBuyer: boolean().notNull().default(false),
    isPublished: boolean().notNull().generatedAlwaysAs(sql`taken_down_at is null and not waiting`),
  },
  (t) => [
    // For what everybody reads: the newest six cost the same however many were taken down or wait.
    index('reviews_published').on(t.seq).where(sql`is_published`),
    index('reviews_of_buyers_first').on(t.byBuyer, t.seq).where(sql`is_published`),
    index('reviews_taken_down').on(t.seq).where(sql`taken_down_at is not null`),
    index('reviews_waiting').on(t.seq).where(sql`waiting and taken_down_at is null`),
    index('reviews_unread').on(t.seq).where(sql`read_at is null`),
    index('reviews_by_writer').on(t.userId, t.seq),
    index('reviews_of_tool').on(t.toolId, t.seq).where(sql`tool_id is not null and is_published`),
    // For all reviews, taken down or not: finds those that refer to a tool that is to be deleted.
    index('reviews_tool').on(t.toolId).where(sql`tool_id is not null`),
    uniqueIndex('reviews_once_per_tool').on(t.userId, t.toolId).where(sql`tool_id is not null`),
    check('reviews_rating_bounds', sql`${t.rating} between 1 and 5`),
    check('reviews_taken_down_reason', sql`(${t.takenDownAt} is null) = (${t.takenDownReason} is null)`),
  ],
);
