import type { Pool } from 'pg';

/** SQL for the next place in the count of purchases. A transaction that fails leaves a gap. */
export const NEXT_PURCHASE_SEQ_SQL = "nextval('purchases_seq_seq')";

/** SQL for the number of the purchase with the count `seq`, in the year to whose count it belongs. */
export const PURCHASE_NUMBER_SQL = `(select format_purchase_number(y.year, seq - y.base) from purchase_years y
      where y.base < seq order by y.base desc, y.year desc limit 1)`;

/** The year in which each database counts, as this process knows it. */
const countedYears = new WeakMap<Pool, number>();

/** Begins the count of a new year before its first purchase. Asks the database once a year. */
export async function beginPurchaseYear(pool: Pool): Promise<void> {
  if ((countedYears.get(pool) ?? 0) >= new Date().getUTCFullYear()) return;
  const { rows } = await pool.query<{ year: number }>('select begin_purchase_year() as year');
  countedYears.set(pool, rows[0]?.year ?? 0);
}
