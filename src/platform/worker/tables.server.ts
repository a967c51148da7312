import { date, pgTable, text } from 'drizzle-orm/pg-core';

/** For each daily job, the last day, in the shop's time zone, whose run is done. A new job has the day before its first run. */
export const dailyRuns = pgTable('daily_runs', {
  job: text().primaryKey(),
  day: date({ mode: 'string' }).notNull(),
});
