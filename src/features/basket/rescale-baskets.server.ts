import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '#src/platform/database.server.ts';
import { baskets } from './tables.server.ts';

/** Writes the prices that baskets remember in the minor units of another currency. */
export async function rescaleBaskets(tx: Tx, rescale: (minor: SQL) => SQL): Promise<void> {
  const price = rescale(sql`(line #>> '{added,unitPriceMinor}')::bigint`);
  await tx.execute(sql`
    update ${baskets} set lines = (
      select jsonb_agg(jsonb_set(line, '{added,unitPriceMinor}', to_jsonb(${price})) order by position)
      from jsonb_array_elements(lines) with ordinality as listed (line, position))
    where lines <> '[]'`);
}
