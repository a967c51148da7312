import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { readList, readRows } from '#src/platform/lists.server.ts';
import type { PageQuery } from '#src/shared/list-query.ts';
import { MAX_TAX_RATES } from './rules.ts';
import { taxRates } from './tables.server.ts';

export type TaxRateRow = typeof taxRates.$inferSelect;

/** All rates, oldest first. The limit is one that the service keeps. */
export async function readAllTaxRates(db: Queryable): Promise<TaxRateRow[]> {
  return db.select().from(taxRates).orderBy(taxRates.seq).limit(MAX_TAX_RATES);
}

/** A part of the list of rates. */
export function listTaxRates(db: Queryable, query: PageQuery) {
  return readList(db, query, {
    table: taxRates,
    read: (source, ids) => readRows(source, taxRates, ids),
  });
}

export type TaxRateValues = Omit<TaxRateRow, 'id' | 'seq' | 'version' | 'createdAt' | 'changedAt'>;

/** Stores the fields of a rate as its next version. */
export async function updateTaxRate(db: Queryable, id: string, values: TaxRateValues): Promise<number> {
  const [row] = await db
    .update(taxRates)
    .set({ ...values, version: sql`${taxRates.version} + 1`, changedAt: sql`now()` })
    .where(eq(taxRates.id, id))
    .returning({ version: taxRates.version });
  if (!row) throw new Error(`the tax rate ${id} is missing although the rates are locked`);
  return row.version;
}
