import { type Check, sqlCheck } from './check.server.ts';

/**
 * A FROM clause: all purchases as `p`. An order of an earlier version that has none yet counts as the purchase that it will
 * become.
 */
export const PURCHASES = `(
  select id, user_id, email, state, total_minor, currency, transaction_id, refunded_minor, dispute_state, paid_at, shipped_at
  from purchases
  union all
  select id, user_id, email, case state when 'deleted' then 'canceled' else state end, total_minor, currency, transaction_id,
    refunded_minor, dispute_state, paid_at, shipped_at
  from orders where purchase_id is null
) as p`;

/** The sums of a purchase's lines, without those that ended before the purchase did. */
const STANDING_LINES = `(
  select o.purchase_id, sum(o.total_minor + o.charges_minor) as total_minor, sum(o.refunded_minor) as refunded_minor,
    sum(o.total_minor) as goods_minor, sum(o.tax_minor) as tax_minor,
    count(*) filter (where o.state = 'placed') as placed,
    count(*) filter (where o.state = 'paid') as paid,
    count(*) filter (where o.state = 'shipped') as shipped,
    count(*) filter (where o.state = 'paid' and o.refunded_minor < o.total_minor + o.charges_minor and o.refunded_quantity < o.quantity) as to_ship,
    count(*) as count
  from orders o join purchases p on p.id = o.purchase_id
  where o.ended_at is null or o.ended_at = p.ended_at group by o.purchase_id
) as l`;

/** What holds between purchases and their lines: invariants 2, 3, 4 and 6. */
export const PURCHASE_CHECKS: readonly Check[] = [
  sqlCheck(2, 'the lines of a purchase have its transaction, customer and currency', 'orders', {
    violations: `
      select o.id as subject from orders o join purchases p on p.id = o.purchase_id
      where o.user_id <> p.user_id or o.currency <> p.currency
        or (o.ended_at is null and o.transaction_id is distinct from p.transaction_id)
        or (o.ended_at is not null and o.transaction_id is not null)`,
  }),
  sqlCheck(2, 'the refunds of a purchase add up to those of its lines and of shipping', 'purchases', {
    violations: `
      select p.id as subject from purchases p left join ${STANDING_LINES} on l.purchase_id = p.id
      where p.refunded_minor <> coalesce(l.refunded_minor, 0) + p.refunded_shipping_minor
        or p.refunded_shipping_minor not between 0 and p.shipping_minor`,
  }),
  sqlCheck(3, 'a purchase’s state matches its dates and those of its lines', 'purchases', {
    violations: `
      select p.id as subject from purchases p left join ${STANDING_LINES} on l.purchase_id = p.id
      where p.shipped_at < p.paid_at or p.paid_at < p.placed_at or p.ended_at < p.placed_at
        or l.count is null
        or (p.state = 'placed' and l.placed <> l.count)
        or (p.state = 'paid' and l.paid + l.shipped <> l.count)
        or (p.state = 'shipped' and (l.paid + l.shipped <> l.count or l.to_ship > 0 or l.shipped = 0))
        or (p.state in ('canceled', 'expired') and p.paid_at is null and l.placed + l.paid + l.shipped > 0)`,
  }),
  sqlCheck(3, 'an order is shipped exactly when all of its pieces that were not canceled have shipped', 'orders', {
    from: 'orders where purchase_id is not null',
    violations: `
      select o.id as subject from orders o where o.purchase_id is not null
        and (o.state = 'shipped') <> (o.shipped_quantity > 0 and o.shipped_quantity + o.canceled_quantity >= o.quantity)`,
  }),
  sqlCheck(4, 'the lines of a purchase, and shipping, add up to it', 'purchases', {
    violations: `
      select p.id as subject from purchases p left join ${STANDING_LINES} on l.purchase_id = p.id
      where p.total_minor is distinct from l.total_minor + p.shipping_minor`,
  }),
  sqlCheck(4, 'the taxes of a purchase add up to its tax, and without terms it has none', 'purchases', {
    violations: `
      select p.id as subject from purchases p where p.charges is null and (p.tax_minor <> 0 or p.shipping_minor <> 0)
      union all
      select p.id from purchases p left join ${STANDING_LINES} on l.purchase_id = p.id
      where p.charges is not null and (
        p.tax_minor <> (select coalesce(sum((t.value ->> 'amountMinor')::bigint), 0) from jsonb_array_elements(p.charges -> 'taxes') t)
        or l.tax_minor not between 0 and p.tax_minor
        or p.total_minor <> l.goods_minor + coalesce((p.charges #>> '{shipping,priceMinor}')::bigint, 0)
          + case p.charges #>> '{tax,pricesInclude}' when 'net' then p.tax_minor else 0 end - (p.charges ->> 'reliefMinor')::bigint)`,
  }),
  sqlCheck(6, 'a purchase has a number of its own, ascending within its year', 'purchases', {
    violations: `
      select subject from (
        select id as subject, split_part(number, '-', 3)::bigint as count,
          lag(split_part(number, '-', 3)::bigint) over (partition by split_part(number, '-', 2) order by seq) as before
        from purchases
      ) as numbered where count <= coalesce(before, 0)`,
  }),
  sqlCheck(6, 'a customer has one purchase per idempotency key', 'purchases', {
    from: 'purchases where idempotency_key is not null',
    violations: `
      select min(p.id) as subject from purchases p where p.idempotency_key is not null
      group by p.user_id, p.idempotency_key having count(*) > 1 or bool_or(p.idempotency_fingerprint is null)`,
  }),
];
