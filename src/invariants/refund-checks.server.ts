import { type Check, sqlCheck } from './check.server.ts';
import { dueBefore, type Tolerance } from './tolerance.server.ts';

/** A refund may wait for a provider that is unavailable. After a week, somebody has to look. */
const ANSWERED_WITHIN = 7 * 24 * 3600;

/** What holds of the refunds that the shop decides: invariants 1, 2 and 3. */
export function listRefundChecks(tolerance: Tolerance): Check[] {
  return [
    sqlCheck(1, 'the restocked pieces of an order are those of its refunds', 'orders', {
      from: "stock_holds where state = 'sold'",
      violations: `
        select h.order_id as subject from stock_holds h left join (
          select l.order_id, sum(l.restocked_quantity) as quantity from refund_lines l join refunds r on r.id = l.refund_id
          where r.state <> 'requested' group by l.order_id
        ) b on b.order_id = h.order_id
        where h.returned_quantity <> coalesce(b.quantity, 0)`,
    }),
    sqlCheck(2, 'the pieces refunded of an order are those of its refunds', 'orders', {
      violations: `
        select o.id as subject from orders o left join (
          select l.order_id, sum(l.quantity) as quantity, sum(l.canceled_quantity) as canceled
          from refund_lines l join refunds r on r.id = l.refund_id
          where r.state <> 'failed' group by l.order_id
        ) n on n.order_id = o.id
        where o.refunded_quantity <> coalesce(n.quantity, 0) or o.canceled_quantity <> coalesce(n.canceled, 0)`,
    }),
    sqlCheck(2, 'no order has more pieces shipped and canceled than ordered, or refunded than shipped', 'orders', {
      from: 'orders where refunded_quantity > 0 or canceled_quantity > 0',
      violations: `
        select id as subject from orders
        where (refunded_quantity > 0 or canceled_quantity > 0) and (canceled_quantity not between 0 and refunded_quantity
          or shipped_quantity + canceled_quantity > quantity or refunded_quantity - canceled_quantity > shipped_quantity)`,
    }),
    sqlCheck(2, 'a refund that the provider has accepted is on record with its amount and status', 'accepted refunds', {
      from: "refunds where state in ('pending', 'succeeded')",
      violations: `
        select r.id as subject from refunds r left join payment_refunds k on k.id = r.provider_refund_id
        where r.state in ('pending', 'succeeded')
          and (k.id is null or k.payment_id <> r.payment_id or k.amount_minor <> r.amount_minor
            or k.status in ('failed', 'canceled') or (k.status = 'succeeded') <> (r.state = 'succeeded'))`,
    }),
    sqlCheck(2, 'the lines of a refund belong to its purchase, and refund no more than it does', 'refunds', {
      violations: `
        select r.id as subject from refunds r join refund_lines l on l.refund_id = r.id
          left join orders o on o.id = l.order_id and o.purchase_id = r.purchase_id
        group by r.id having sum(l.amount_minor) > r.amount_minor or count(*) <> count(o.id)`,
    }),
    sqlCheck(2, 'a refund that was decided has the provider’s answer', 'refunds without an answer', {
      from: "refunds where state = 'requested'",
      violations: `select id as subject from refunds where state = 'requested' and requested_at < ${dueBefore(tolerance, ANSWERED_WITHIN)}`,
    }),
    sqlCheck(3, 'a paid purchase is canceled exactly by a full refund, before any of it has shipped', 'purchases', {
      from: 'purchases where paid_at is not null',
      violations: `
        select p.id as subject from purchases p
        where p.paid_at is not null and (p.state = 'canceled') <> exists (
          select from refunds r where r.purchase_id = p.id and r.cancels and r.state in ('pending', 'succeeded'))
        union
        select p.id from purchases p join orders o on o.purchase_id = p.id
        where p.state = 'canceled' and p.paid_at is not null and (o.shipped_quantity > 0
          or (o.ended_at is null and o.refunded_quantity < o.quantity))`,
    }),
  ];
}
