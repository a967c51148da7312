import type pg from 'pg';
import { makeTool } from './range.ts';

const BATCH = 2_000;

/**
 * Adds the tools of a range, from number `from` up to `to`, as an admin's requests would: with their first price and their
 * initial stock. In batches, so that a range of any size takes the same memory.
 */
export async function loadRange(pool: pg.Pool, from: number, to: number): Promise<void> {
  for (let at = from; at < to; at += BATCH) await loadBatch(pool, at, Math.min(to, at + BATCH));
  await pool.query('analyze tools, stock_adjustments, price_changes');
}

async function loadBatch(pool: pg.Pool, from: number, to: number): Promise<void> {
  const rows = Array.from({ length: to - from }, (_, index) => {
    const { truth: _truth, ...tool } = makeTool(from + index);
    return tool;
  });
  await pool.query(
    `with given as (
       select * from jsonb_to_recordset($1::jsonb) as g (id text, sku text, gtin text, slug text, "itemName" text, about text,
         category text, family text, specifications jsonb, maker jsonb, warnings text, "unitPriceCents" integer,
         "minOrderQuantity" integer, available integer)
     ), added as (
       insert into tools (id, sku, gtin, slug, item_name, about, category, family, specifications, maker, warnings,
         unit_price_cents, min_order_quantity, available, image)
       select id, sku, gtin, slug, "itemName", about, category, family, specifications, nullif(maker, 'null'), warnings,
         "unitPriceCents", "minOrderQuantity", available, '/images/drawings/claw-hammer.svg' from given order by id
       returning id, available
     )
     insert into stock_adjustments (id, tool_id, delta, reason)
     select translate(id, 'tool', 'took'), id, available, 'initial' from added where available > 0`,
    [JSON.stringify(rows)],
  );
}
