import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../database.server.ts';
import { backoff } from './backoff.ts';
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

/** Runs `work` unless another process does; then returns 0. `lost`: another process may be doing it by now. */
export type RunAlone = (name: string, work: (lost: AbortSignal) => Promise<number>) => Promise<number>;

/** How long a failed run waits before it is tried again. */
const RETRY_DELAY = { first: 60_000, max: 3_600_000 };

/**
 * Makes a job run once a day although it is called more often. A day is done once its run has ended: a run that failed
 * or was stopped is repeated, and one run makes up for days without any process. A new job waits for its time.
 *
 * `alone` takes a lock in the database, so it is called only if this process does not know that the day is done.
 * Days are compared, not times, so a new time zone does not repeat what has already run that day.
 */
export function createDailyRun(
  job: { name: string; dailyAt: TimeOfDay; run(stopping: AbortSignal): Promise<number> },
  { db, getTimeZone, now = Temporal.Now.instant }: DailyClock,
  alone: RunAlone,
): (stopping: AbortSignal) => Promise<number> {
  let doneDay = '';
  let failures = 0;
  let retryAt: Temporal.Instant | null = null;

  async function runUnlessDone(day: string, stopping: AbortSignal): Promise<number> {
    const [stored] = await db.select({ day: dailyRuns.day }).from(dailyRuns).where(eq(dailyRuns.job, job.name));
    if (stored && day <= stored.day) {
      doneDay = stored.day;
      return 0;
    }
    // A new job has nothing to make up for.
    const done = stored ? await job.run(stopping) : 0;
    if (stopping.aborted) return done;
    await db
      .insert(dailyRuns)
      .values({ job: job.name, day })
      .onConflictDoUpdate({ target: dailyRuns.job, set: { day: sql`excluded.day` } });
    doneDay = day;
    return done;
  }

  return async (stopping) => {
    const day = getDueDay(now(), job.dailyAt, getTimeZone());
    // Days in this format sort correctly as text.
    if (day <= doneDay) return 0;
    if (retryAt && Temporal.Instant.compare(now(), retryAt) < 0) return 0;
    return alone(job.name, async (lost) => {
      try {
        const done = await runUnlessDone(day, AbortSignal.any([stopping, lost]));
        failures = 0;
        retryAt = null;
        return done;
      } catch (error) {
        failures += 1;
        retryAt = now().add({ milliseconds: backoff(failures, RETRY_DELAY) });
        throw error;
      }
    });
  };
}
