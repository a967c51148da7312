import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** The backups of this shop that were made, and the scheduled ones that failed. Old rows are deleted. */
export const backups = pgTable(
  'backups',
  {
    id: text().primaryKey(),
    /** The moment whose data it has; of a failed one, when it failed. */
    madeAt: timestamp({ withTimezone: true }).notNull(),
    /** Where it was stored, without keys. */
    place: text().notNull(),
    /** Of its file. Null if it failed, as is `bytes`. */
    name: text(),
    bytes: bigint({ mode: 'number' }),
    /** Why it failed, in a sentence. */
    error: text(),
  },
  (t) => [
    index('backups_made_at').on(t.madeAt),
    check(
      'backups_made_or_failed',
      sql`num_nonnulls(${t.name}, ${t.bytes}) = case when ${t.error} is null then 2 else 0 end`,
    ),
  ],
);
