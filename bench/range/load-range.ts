import type pg from 'pg';
import { makeTool } from './range.ts';

const BATCH = 2_000;

/**
 * A table with the quantities that orders will take: `tool_at`, `held` and `sold`. It exists before the tools are
 * added.
 */
type StockTable = 'growth_stock';

/**
 * Adds the first `count` tools of a range with their first price and initial stock, as requests of an admin would. The
 * stock includes what the stock table says. Works in batches, so that memory does not grow with the range.
 */
export async function loadRange(pool: pg.Pool, count: number, stock?: StockTable): Promise<void> {
  for (let at = 0; at < count; at += BATCH) await loadBatch(pool, at, Math.min(count, at + BATCH), stock);
  await pool.query('analyze tools, stock_adjustments, price_changes');
}

async function loadBatch(pool: pg.Pool, from: number, to: number, stock?: StockTable): Promise<void> {
  const taken = stock ?? '(select 0 as tool_at, 0 as held, 0 as sold where false)';
  const rows = Array.from({ length: to - from }, (_, index) => {
    const { truth: _truth, ...tool } = makeTool(from + index);
    return tool;
  });
  await pool.query(
    `insert into categories (id, name) select 'cat' || left(md5(name), 21), name from unnest($1::text[]) as name
     where name <> '' and not exists (select from categories c where lower(c.name) = lower(name) and c.parent_id is null)`,
    [[...new Set(rows.map(({ category }) => category))]],
  );
  await pool.query(
    `with given as (
       select * from jsonb_to_recordset($1::jsonb) as g (id text, sku text, gtin text, slug text, "itemName" text, about text,
         category text, family text, specifications jsonb, maker jsonb, warnings text, "unitPriceMinor" integer,
         "minOrderQuantity" integer, available integer)
     ), added as (
       insert into tools (id, sku, gtin, slug, item_name, about, category_id, family, specifications, maker, warnings,
         unit_price_minor, min_order_quantity, available, image, held, sold)
       select given.id, sku, gtin, slug, "itemName", about,
         (select c.id from categories c where lower(c.name) = lower(category) and c.parent_id is null) as category_id, family, specifications, nullif(maker, 'null'), warnings,
         "unitPriceMinor", "minOrderQuantity", available, '/images/drawings/claw-hammer.svg',
         coalesce(held, 0), coalesce(sold, 0)
       from given left join ${taken} as taken on tool_at = right(id, 15)::integer order by given.id
       returning id, available + held + sold as initial
     )
     insert into stock_adjustments (id, tool_id, delta, reason)
     select 'stock' || substr(id, 6), id, initial, 'initial' from added where initial > 0`,
    [JSON.stringify(rows)],
  );
}
