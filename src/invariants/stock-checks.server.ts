import { type Check, sqlCheck } from './check.server.ts';
import { dueBefore, type Tolerance } from './tolerance.server.ts';

/** Invariants 1 and 7. A running shop returns the stock of expired orders four times a minute. */
export function listStockChecks(tolerance: Tolerance): Check[] {
  return [
    sqlCheck(1, 'available, held and sold add up to the stock adjustments, and none is negative', 'tools', {
      violations: `
        select t.id as subject from tools t
          left join (select tool_id, sum(delta) as total from stock_adjustments group by tool_id) a on a.tool_id = t.id
        where t.available < 0 or t.held < 0 or t.sold < 0 or t.available + t.held + t.sold <> coalesce(a.total, 0)`,
    }),
    sqlCheck(1, 'held and sold are the sums of the stock holds', 'tools', {
      violations: `
        select t.id as subject from tools t
          left join (
            select tool_id, sum(quantity) filter (where state = 'held') as held,
              sum(quantity - returned_quantity) filter (where state = 'sold') as sold
            from stock_holds group by tool_id
          ) h on h.tool_id = t.id
        where t.held <> coalesce(h.held, 0) or t.sold <> coalesce(h.sold, 0)`,
    }),
    sqlCheck(1, 'every order has a stock hold with its tool, quantity and state', 'orders', {
      violations: `
        select o.id as subject from orders o left join stock_holds h on h.order_id = o.id
        where h.order_id is null or h.tool_id <> o.tool_id or h.quantity <> o.quantity
          or h.state <> case o.state when 'placed' then 'held' when 'paid' then 'sold' when 'shipped' then 'sold' else 'returned' end`,
    }),
    sqlCheck(4, 'volume prices start above the minimum, ascend, and only lower the unit price', 'tools', {
      violations: `
        select distinct t.id as subject from tools t cross join lateral (
          select (entry->>'quantity')::int as quantity, (entry->>'unitPriceMinor')::int as price,
            lag((entry->>'quantity')::int, 1, t.min_order_quantity) over (order by at) as quantity_before,
            lag((entry->>'unitPriceMinor')::int, 1, t.unit_price_minor) over (order by at) as price_before
          from jsonb_array_elements(t.volume_prices) with ordinality as prices (entry, at)
        ) p
        where p.price <= 0 or p.price >= p.price_before or p.quantity <= p.quantity_before`,
    }),
    sqlCheck(4, 'a tool costs what the last entry of its price history says', 'tools', {
      violations: `
        select t.id as subject from tools t left join (
          select distinct on (tool_id) tool_id, unit_price_minor, volume_prices from price_changes
          order by tool_id, at desc, id desc
        ) p on p.tool_id = t.id
        where p.tool_id is null or p.unit_price_minor <> t.unit_price_minor or p.volume_prices <> t.volume_prices`,
    }),
    sqlCheck(7, 'no hold outlives its expiry by more than a minute', 'stock holds', {
      from: "stock_holds where state = 'held'",
      violations: `
        select order_id as subject from stock_holds
        where state = 'held' and expires_at < least(now() - interval '60 seconds', ${dueBefore(tolerance, 60)})`,
    }),
  ];
}
