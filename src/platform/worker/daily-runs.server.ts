import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../database.server.ts';
import { dailyRuns } from './tables.server.ts';

/** A time of day in hours and minutes, such as '03:30'. */
export type TimeOfDay = `${number}${number}:${number}${number}`;

/** What daily jobs need to know about the shop. */
export interface DailyClock {
  db: Queryable;
  /** The IANA name of the shop's time zone. It is read at each check, since an owner may change it. */
  getTimeZone(): string;
  now?(): Temporal.Instant;
}

/**
 * The latest day on which this time has come, as 'YYYY-MM-DD'. If a clock change skips the time, it comes one hour
 * later. If the time comes twice, the first one counts.
 */
export function getDueDay(now: Temporal.Instant, plainTime: TimeOfDay, timeZone: string): string {
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  const hasCome = Temporal.Instant.compare(now, today.toZonedDateTime({ timeZone, plainTime }).toInstant()) >= 0;
  return (hasCome ? today : today.subtract({ days: 1 })).toString();
}

/**
 * Makes a job run once a day although it is called more often. A day is done once its run has ended: a run that failed
 * or was stopped is repeated, and one run makes up for days without any process. The caller keeps out other processes.
 *
 * Days are compared, not times, so a new time zone does not repeat what has already run that day.
 */
export function createDailyRun(
  job: { name: string; dailyAt: TimeOfDay; run(stopping: AbortSignal): Promise<number> },
  { db, getTimeZone, now = Temporal.Now.instant }: DailyClock,
): (stopping: AbortSignal) => Promise<number> {
  let doneDay = '';
  return async (stopping) => {
    const day = getDueDay(now(), job.dailyAt, getTimeZone());
    // Days in this format sort correctly as text.
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
