import { sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { orders } from '../orders/tables.server.ts';
import { purchases } from './tables.server.ts';

export interface FirstPurchase {
  number: string;
  placedAt: Date;
}

/** The first order of the shop, whatever became of it. An order of an earlier version may have no number yet. */
export async function getFirstPurchase(db: Queryable): Promise<FirstPurchase | null> {
  const { rows } = await db.execute<{ number: string; placed_at: string | Date }>(sql`
    (select number, placed_at from ${purchases} order by seq limit 1)
    union all
    (select id, placed_at from ${orders} where not exists (select from ${purchases}) order by seq limit 1)`);
  const [row] = rows;
  return row ? { number: row.number, placedAt: new Date(row.placed_at) } : null;
}
