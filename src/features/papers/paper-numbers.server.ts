import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { endOfYear, getYear, readShopClock } from '#src/platform/time-zone.server.ts';
import { purchaseYears } from '../purchases/tables.server.ts';
import { type CountedKind, NUMBER_PREFIXES } from './kinds.ts';
import { paperCounts } from './tables.server.ts';

/** The number of an invoice, credit note or debit note, with its place in that year's count, its time and time zone. */
export interface PaperNumber {
  number: string;
  year: number;
  count: number;
  issuedAt: Date;
  /** In this time zone, `issuedAt` is in `year`. */
  timeZone: string;
}

/**
 * The next number of a kind in the shop's year. Its time is read once the counts are locked, so that dates ascend as
 * numbers do. The time stays within the year, even if that ends meanwhile. The counts stay locked until the transaction
 * ends, which should be soon: everybody who issues the next paper waits. If the transaction fails, the number is not
 * used up.
 */
export async function takePaperNumber(tx: Queryable, kind: CountedKind): Promise<PaperNumber> {
  // Before the clock is read: otherwise somebody who read it in the previous time zone could take a number later. For
  // all kinds, because some transactions take two of them, and also begin a year.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('paper numbers', 0))`);
  const { year, timeZone } = await beginYear(tx);
  const [row] = await tx
    .insert(paperCounts)
    .values({ kind, year, last: 1 })
    .onConflictDoUpdate({ target: [paperCounts.kind, paperCounts.year], set: { last: sql`${paperCounts.last} + 1` } })
    .returning({
      count: paperCounts.last,
      issuedAt: sql<string>`least((get_shop_clock()).now,
        ${endOfYear(year, timeZone).toISOString()}::timestamptz - interval '1 millisecond')::text`,
    });
  if (!row) throw new Error('an upsert returns its row');
  const number = `${NUMBER_PREFIXES[kind]}-${year}-${String(row.count).padStart(6, '0')}`;
  return { number, year, count: row.count, issuedAt: new Date(row.issuedAt), timeZone };
}

/**
 * The year of the shop, and the time zone in which it is that year. A year that has begun stays begun if the shop moves
 * to a time zone in which it has not: until it has there, papers are dated in the time zone in which it began.
 */
async function beginYear(tx: Queryable): Promise<{ year: number; timeZone: string }> {
  const { now, timeZone } = await readShopClock(tx);
  const thisYear = getYear(now, timeZone);
  const { rows } = await tx.execute<{ year: number }>(
    sql`select begin_purchase_year(${thisYear}::integer, ${timeZone}) as year`,
  );
  const year = rows[0]?.year ?? thisYear;
  if (year === thisYear) return { year, timeZone };
  const [begun] = await tx
    .select({ year: purchaseYears.year, timeZone: purchaseYears.timeZone })
    .from(purchaseYears)
    .where(eq(purchaseYears.year, year));
  return begun ?? { year, timeZone };
}
