import { sql } from 'drizzle-orm';
import { isTimeZone } from '#src/shared/dates.ts';
import type { Queryable } from './database.server.ts';

// Node alone interprets time zones, and PostgreSQL gets moments: two lists of time zones would disagree about a name or
// about a new law sooner or later.

/** The moment at which a day, 'YYYY-MM-DD', begins. A day that a time zone skipped begins where the next one does. */
export function startOfDay(day: string, timeZone: string): Date {
  return toDate(Temporal.PlainDate.from(day).toZonedDateTime({ timeZone }));
}

/** The moment at which a day has ended. The day has 23 or 25 hours if the clocks change. */
export function endOfDay(day: string, timeZone: string): Date {
  return startOfDay(Temporal.PlainDate.from(day).add({ days: 1 }).toString(), timeZone);
}

/** The year that a moment belongs to. */
export function getYear(at: Date, timeZone: string): number {
  return toZoned(at, timeZone).year;
}

/** The moment at which a year has ended. */
export function endOfYear(year: number, timeZone: string): Date {
  return endOfDay(`${String(year).padStart(4, '0')}-12-31`, timeZone);
}

/** The same time of day some days earlier. A time that the clocks skipped that day comes an hour later. */
export function subtractDays(at: Date, days: number, timeZone: string): Date {
  return toDate(toZoned(at, timeZone).subtract({ days }));
}

/**
 * A function that writes moments of a time zone with their offset: '2026-11-23T21:05:00.000-05:00', for UTC with 'Z'.
 * It keeps the offset until the clocks change, because an export writes millions of them.
 */
export function createTimestampFormat(timeZone: string): (at: Date) => string {
  if (timeZone === 'UTC') return (at) => at.toISOString();
  let offset = { text: '', ms: 0, from: 0, until: 0 };
  return (at) => {
    const time = at.getTime();
    if (time < offset.from || time >= offset.until) offset = findOffset(at, timeZone);
    return new Date(time + offset.ms).toISOString().replace('Z', offset.text);
  };
}

function findOffset(at: Date, timeZone: string) {
  const zoned = toZoned(at, timeZone);
  return {
    text: zoned.offset,
    ms: zoned.offsetNanoseconds / 1e6,
    from: at.getTime(),
    until: zoned.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY,
  };
}

/** The time of the database and the time zone of the shop, also of settings that this process has not read yet. */
export async function readShopClock(db: Queryable): Promise<{ now: Date; timeZone: string }> {
  const { rows } = await db.execute<{ now: string; zone: string }>(
    sql`select now::text as now, time_zone as zone from get_shop_clock()`,
  );
  const [row] = rows;
  if (!row) throw new Error('a select of the clock returns a row');
  // As with every setting: a value that this version does not accept counts as never changed.
  return { now: new Date(row.now), timeZone: isTimeZone(row.zone) ? row.zone : 'UTC' };
}

const toZoned = (at: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);

const toDate = (zoned: Temporal.ZonedDateTime) => new Date(zoned.epochMilliseconds);
