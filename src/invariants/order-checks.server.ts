import { type Check, sqlCheck } from './check.server.ts';

/** Triggers that no restore and no person at the database may leave out. */
const OWN_RULES = `(values ('orders', 'orders_transitions'), ('purchases', 'purchases_transitions'), ('refunds', 'refunds_bounded'),
  ('shipments', 'shipments_fixed'), ('shipment_lines', 'shipment_lines_fixed'), ('audit_events', 'audit_events_append_only'),
  ('audit_events', 'audit_events_never_truncated'),
  ('stock_holds', 'stock_holds_erase_network'), ('tools', 'tools_version'),
  ('tools', 'tools_first_price'), ('tools', 'tools_price'), ('reviews', 'reviews_tool_rating'),
  ('stock_adjustments', 'stock_adjustments_awaited'), ('stock_holds', 'stock_holds_awaited'), ('stock_holds', 'stock_holds_restocked_awaited'), ('tools', 'tools_awaited')) as rules (on_table, name)`;

/** Invariants 3, 4, 5 and the orders' part of 6. */
export const ORDER_CHECKS: readonly Check[] = [
  sqlCheck(3, 'an order’s state matches its dates and transaction', 'orders', {
    violations: `
      select o.id as subject from orders o
      where (o.state in ('paid', 'shipped')) <> (o.paid_at is not null and o.transaction_id is not null)
        or (o.state = 'shipped') <> (o.shipped_at is not null)
        or (o.state in ('deleted', 'expired')) <> (o.ended_at is not null)
        or o.shipped_at < o.paid_at or o.paid_at < o.placed_at or o.ended_at < o.placed_at`,
  }),
  sqlCheck(
    3,
    'the database’s own rules for orders, purchases, shipments, the audit log, versions and alerts are in force',
    'rules',
    {
      from: OWN_RULES,
      violations: `
      select rules.name as subject from ${OWN_RULES} where not exists (
        select from pg_trigger t
        where t.tgrelid = to_regclass(rules.on_table) and t.tgname = rules.name and t.tgenabled in ('O', 'A'))`,
    },
  ),
  sqlCheck(4, 'a total is quantity times unit price', 'orders', {
    violations: `
      select o.id as subject from orders o
      where o.total_minor <> o.quantity::bigint * o.unit_price_minor or o.total_minor <= 0`,
  }),
  sqlCheck(5, 'every order, purchase, review, profile, payment and image has a user', 'rows', {
    from: `(select user_id from orders union all select user_id from purchases union all select user_id from reviews union all select user_id from profiles
      union all select user_id from payments union all select owner_id from images) as owned`,
    violations: `
      select x.id as subject from (
        select id, user_id from orders union all select id, user_id from purchases union all select id, user_id from reviews union all select id, user_id from profiles
        union all select id, user_id from payments union all select id, owner_id from images
      ) x where not exists (select from users u where u.id = x.user_id)`,
  }),
  // A review stays when a shipment turns out not to have left: its author was told that it had.
  sqlCheck(5, 'a tool’s rating is that of its published reviews, each by a buyer', 'tools', {
    violations: `
      select t.id as subject from tools t left join (
        select tool_id, count(*) as count, sum(rating) as sum from reviews
        where tool_id is not null and is_published group by tool_id
      ) r on r.tool_id = t.id
      where t.rating_count <> coalesce(r.count, 0) or t.rating_sum <> coalesce(r.sum, 0)
      union all
      select r.id from reviews r where r.tool_id is not null and not exists (
        select from orders o where o.user_id = r.user_id and o.tool_id = r.tool_id
          and (o.state = 'shipped' or o.id in (
            select l.order_id from shipment_lines l join shipments s on s.id = l.shipment_id where s.undone_at is not null)))`,
  }),
  sqlCheck(5, 'every tool that another one names exists, and no tool names itself', 'tools', {
    from: `tools where relations <> '[]'`,
    violations: `select t.id as subject from tools t cross join jsonb_array_elements(t.relations) r
      left join tools o on o.id = r.value ->> 'toolId'
      where o.id is null or o.id = t.id`,
  }),
  sqlCheck(5, 'an order carries its owner’s address', 'orders', {
    violations: `
      select o.id as subject from orders o join users u on u.id = o.user_id
      where o.email <> u.email and u.erased_at is null`,
  }),
  sqlCheck(5, 'a deleted account has left nothing but what was paid for', 'deleted accounts', {
    from: 'users where erased_at is not null',
    violations: `
      select u.id as subject from users u where u.erased_at is not null and (
        exists (select from profiles p where p.user_id = u.id) or exists (select from reviews r where r.user_id = u.id)
        or exists (select from access_tokens t where t.user_id = u.id)
        or exists (select from purchases p where p.user_id = u.id and p.paid_at is null and p.name <> '')
        or exists (select from orders o left join purchases p on p.id = o.purchase_id
          where o.user_id = u.id and coalesce(p.paid_at, o.paid_at) is null and o.name <> ''))`,
  }),
  sqlCheck(6, 'a customer has one order per idempotency key', 'orders', {
    from: 'orders where idempotency_key is not null',
    violations: `
      select min(o.id) as subject from orders o where o.idempotency_key is not null
      group by o.user_id, o.idempotency_key having count(*) > 1`,
  }),
  sqlCheck(6, 'every idempotency key is stored with the order it was sent for', 'orders', {
    from: 'orders where idempotency_key is not null',
    violations: `
      select o.id as subject from orders o
      where (o.idempotency_key is null) <> (o.idempotency_fingerprint is null)`,
  }),
];
