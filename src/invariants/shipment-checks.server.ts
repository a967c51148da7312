import { type Check, sqlCheck } from './check.server.ts';

/** What has left of each line. A shipment that was undone counts for nothing. */
const SHIPPED_PIECES = `(
  select l.order_id, sum(l.quantity) filter (where s.undone_at is null) as pieces,
    bool_or(s.purchase_id is distinct from o.purchase_id) as is_astray
  from shipment_lines l join shipments s on s.id = l.shipment_id join orders o on o.id = l.order_id
  group by l.order_id
) as shipped`;

/** What holds between lines, their shipments and their emails: invariants 3 and 9. */
export const SHIPMENT_CHECKS: readonly Check[] = [
  // Orders that shipped before there were shipments have none.
  sqlCheck(3, 'the shipped pieces of an order are those of its shipments', 'orders', {
    from: 'orders where purchase_id is not null',
    violations: `
      select o.id as subject from orders o join purchases p on p.id = o.purchase_id
        left join ${SHIPPED_PIECES} on shipped.order_id = o.id
      where shipped.is_astray or (o.shipped_quantity <> coalesce(shipped.pieces, 0)
        and not (p.is_from_order and shipped.order_id is null and o.state = 'shipped' and o.shipped_quantity = o.quantity))`,
  }),
  sqlCheck(3, 'the shipments of a purchase are numbered without gaps', 'shipments', {
    violations: `
      select purchase_id as subject from shipments
      group by purchase_id having max(number) <> count(*) or min(number) <> 1`,
  }),
  sqlCheck(9, 'every shipment has one email, and a corrected one a second', 'shipments', {
    violations: `
      select s.id as subject from shipments s
        left join mails told on told.purchase_id = s.purchase_id and told.kind = 'order_shipped' and told.dedupe_key = s.id
        left join mails corrected
          on corrected.purchase_id = s.purchase_id and corrected.kind = 'shipment_corrected' and corrected.dedupe_key = s.id
      group by s.id
      having count(distinct told.id) <> case when s.undone_at is null or s.is_corrected then 1 else 0 end
        or count(distinct corrected.id) <> case when s.is_corrected then 1 else 0 end`,
  }),
];
