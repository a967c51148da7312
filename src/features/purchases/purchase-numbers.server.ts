import type { Pool } from 'pg';
import type { Queryable } from '#src/platform/database.server.ts';
import { getYear, readShopClock } from '#src/platform/time-zone.server.ts';
import type { Company } from '#src/shared/company.ts';

/** SQL for the next place in the count of purchases. A transaction that fails leaves a gap. */
export const NEXT_PURCHASE_SEQ_SQL = "nextval('purchases_seq_seq')";

/** SQL for the number of the purchase with the count `seq`, in the year to whose count it belongs. */
export const PURCHASE_NUMBER_SQL = `(select format_purchase_number(y.year, seq - y.base) from purchase_years y
      where y.base < seq order by y.base desc, y.year desc limit 1)`;

/** The year in which each database counts, as this process knows it. */
const countedYears = new WeakMap<Pool, number>();

/**
 * Begins the count of a new year of the shop's time zone before its first purchase. Asks the database once a year. The
 * year stays begun if the shop moves to a time zone in which it has not: its numbers never go back.
 */
export async function beginPurchaseYear({
  pool,
  db,
  getCompany,
}: {
  pool: Pool;
  db: Queryable;
  getCompany(): Company;
}): Promise<void> {
  if ((countedYears.get(pool) ?? 0) >= getYear(new Date(), getCompany().timeZone)) return;
  const { now, timeZone } = await readShopClock(db);
  const { rows } = await pool.query<{ year: number }>('select begin_purchase_year($1, $2) as year', [
    getYear(now, timeZone),
    timeZone,
  ]);
  countedYears.set(pool, rows[0]?.year ?? 0);
}
