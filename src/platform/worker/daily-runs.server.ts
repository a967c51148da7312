import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../database.server.ts';
import { dailyRuns } from './tables.server.ts';

/** Hours and minutes of a day, such as '03:30'. */
export type TimeOfDay = `${number}${number}:${number}${number}`;

/** What daily jobs need to know of the shop. */
export interface DailyClock {
  db: Queryable;
  /** The IANA name of the shop's time zone. It is asked for at each check, since an owner may change it. */
  getTimeZone(): string;
  now?(): Temporal.Instant;
}

/**
 * The newest day on which this time has come, as 'YYYY-MM-DD'. Where a change of the clocks skips the time, it comes an hour
 * later. Where the time comes twice, the first one counts.
 */
export function getDueDay(now: Temporal.Instant, plainTime: TimeOfDay, timeZone: string): string {
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  const hasCome = Temporal.Instant.compare(now, today.toZonedDateTime({ timeZone, plainTime }).toInstant()) >= 0;
  return (hasCome ? today : today.subtract({ days: 1 })).toString();
}

/**
 * Makes a run once a day of what is asked for more often. A day is done once its run has ended, so a run that failed or was
 * stopped comes again, and days without any process are made up by one run. The caller keeps other processes out.
 *
 * Days are compared, not times: a new time zone does not repeat what has run that day.
 */
export function createDailyRun(
  job: { name: string; dailyAt: TimeOfDay; run(stopping: AbortSignal): Promise<number> },
  { db, getTimeZone, now = Temporal.Now.instant }: DailyClock,
): (stopping: AbortSignal) => Promise<number> {
  let doneDay = '';
  return async (stopping) => {
    const day = getDueDay(now(), job.dailyAt, getTimeZone());
    // Days of this form are in order as text.
    if (day <= doneDay) return 0;
    const [stored] = await db.select({ day: dailyRuns.day }).from(dailyRuns).where(eq(dailyRuns.job, job.name));
    doneDay = stored?.day ?? '';
    if (day <= doneDay) return 0;
    const done = await job.run(stopping);
    if (stopping.aborted) return done;
    await db
      .insert(dailyRuns)
      .values({ job: job.name, day })
      .onConflictDoUpdate({ target: dailyRuns.job, set: { day: sql`excluded.day` } });
    doneDay = day;
    return done;
  };
}
