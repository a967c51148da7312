import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#src/platform/database.server.ts';
import type { ShopCurrency } from '#src/shared/money.ts';
import { CATEGORY_COUNTS_TAG, FACETS_TAG } from '../tool/cache-tags.ts';
import { publishToolChange } from '../tool/publish-tool-change.server.ts';
import { priceChanges, tools } from '../tool/tables.server.ts';

/** How a price in minor units of one currency is written in those of another one: the same figure, rounded if need be. */
export type Rescale = (minor: SQL) => SQL;

export function toRescale(
  from: Pick<ShopCurrency, 'digits'>,
  { digits, stepMinor }: Pick<ShopCurrency, 'digits' | 'stepMinor'>,
): Rescale {
  const factor = sql.raw(`10::numeric ^ ${digits - from.digits} / ${stepMinor}`);
  const step = sql.raw(`${stepMinor}`);
  return (minor) => sql`greatest(${step}, round(${minor} * ${factor})::bigint * ${step})`;
}

/** Volume prices that rounding makes as high as the price before them no longer say anything, and are dropped. */
function rescaleVolumePrices(volumePrices: SQL, unitPrice: SQL, rescale: Rescale): SQL {
  return sql`coalesce((
    select jsonb_agg(jsonb_build_object('quantity', quantity, 'unitPriceMinor', minor) order by quantity)
    from (
      select quantity, minor, lag(minor, 1, ${rescale(unitPrice)}) over (order by quantity) as previous
      from jsonb_to_recordset(${volumePrices}) as price (quantity integer, "unitPriceMinor" bigint),
        lateral (select ${rescale(sql`"unitPriceMinor"`)} as minor) scaled
    ) as priced
    where minor < previous
  ), '[]')`;
}

/** How many tools would cost more than one payment can take. */
export async function countUnpayable(tx: Tx, rescale: Rescale, maxMinor: number): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(
    sql`select count(*)::integer as count from ${tools} where ${rescale(sql`unit_price_minor`)} > ${maxMinor}::bigint`,
  );
  return rows[0]?.count ?? 0;
}

/** How many rows one statement changes, so that a shop with a million tools stays within the time limit of statements. */
const BATCH_SIZE = 10_000;

/**
 * Writes all prices, and those of the history, in the minor units of another currency. A trigger adds to the history. All
 * statements are in one transaction: prices of two currencies must never be seen side by side.
 */
export async function rescalePrices(tx: Tx, rescale: Rescale, batchSize = BATCH_SIZE): Promise<void> {
  const set = sql`unit_price_minor = ${rescale(sql`unit_price_minor`)},
    volume_prices = ${rescaleVolumePrices(sql`volume_prices`, sql`unit_price_minor`, rescale)}`;
  // The history first, so that what the trigger adds to it is not rescaled again.
  for (const table of [priceChanges, tools]) await updateInBatches(tx, table, set, batchSize);
  await publishToolChange(tx, ['tools', FACETS_TAG, CATEGORY_COUNTS_TAG]);
}

async function updateInBatches(
  tx: Tx,
  table: typeof tools | typeof priceChanges,
  set: SQL,
  batchSize: number,
): Promise<void> {
  let after: string | null = '';
  while (after !== null) {
    const batch: { rows: { last: string | null }[] } = await tx.execute<{ last: string | null }>(sql`
      with batch as (
        select id as batch_id from ${table} where id > ${after} order by id limit ${batchSize}
      ), changed as (
        update ${table} set ${set} from batch where id = batch_id
      )
      select max(batch_id) as last from batch`);
    after = batch.rows[0]?.last ?? null;
  }
}
