import { type Check, sqlCheck } from './check.server.ts';
import { PURCHASES } from './purchase-checks.server.ts';

/** An unpaid purchase mails confirmed addresses only: nobody knows today which one was confirmed then. */
const PAID_EVENTS = `(
  select id as purchase_id, 'order_paid' as kind from ${PURCHASES} where paid_at is not null
  union all select id, 'order_shipped' from ${PURCHASES} where shipped_at is not null
) as e`;

/** What a purchase can have once. It can ship in parts, each told by one email. */
const SINGLE_KINDS = "('order_placed', 'order_paid', 'order_expired')";

/** The emails' part of invariant 9. A pending refund may still fail, and is written about once it has succeeded. */
export const MAIL_CHECKS: readonly Check[] = [
  sqlCheck(9, 'every event of a paid purchase has its email', 'events of paid purchases', {
    from: PAID_EVENTS,
    violations: `
      select e.purchase_id || ' ' || e.kind as subject from ${PAID_EVENTS}
      where not exists (select from mails m where m.purchase_id = e.purchase_id and m.kind = e.kind)`,
  }),
  sqlCheck(9, 'a purchase’s emails go to its address', 'emails', {
    from: 'mails where purchase_id is not null',
    violations: `
      select m.id as subject from mails m join ${PURCHASES} on p.id = m.purchase_id
      where m.recipient <> p.email and m.kind ~ '^(order|payment|shipment)_'`,
  }),
  sqlCheck(9, 'no event of a purchase has two emails', 'emails', {
    from: 'mails where purchase_id is not null',
    violations: `
      select m.purchase_id || ' ' || m.kind as subject from mails m
      where m.purchase_id is not null and m.kind in ${SINGLE_KINDS} group by m.purchase_id, m.kind having count(*) > 1`,
  }),
  sqlCheck(9, 'every refund that succeeded has one email', 'refunds', {
    from: "payment_refunds where status = 'succeeded'",
    violations: `
      select k.id as subject from payment_refunds k
        left join (select dedupe_key from mails where kind = 'payment_refunded') m on m.dedupe_key = k.id
      where k.status = 'succeeded' group by k.id having count(m.dedupe_key) <> 1`,
  }),
  sqlCheck(9, 'no email is about an event that did not happen', 'emails', {
    from: 'mails where purchase_id is not null',
    violations: `
      select m.id as subject from mails m join ${PURCHASES} on p.id = m.purchase_id
      where (m.kind in ('order_paid', 'order_shipped') and p.paid_at is null)
        or (m.kind = 'order_expired' and p.state <> 'expired')
      union all
      select m.id from mails m where m.kind = 'shipment_corrected' and not exists (
        select from shipments s where s.id = m.dedupe_key and s.purchase_id = m.purchase_id)
      union all
      select m.id from mails m where m.kind in ('payment_refunded', 'refund_failed') and not exists (
          select from payments p where p.purchase_id = m.purchase_id and p.refund_id = m.dedupe_key)
        and not exists (
          select from payment_refunds k join payments p on p.id = k.payment_id
          where k.id = m.dedupe_key and p.purchase_id = m.purchase_id)
      union all
      select m.id from mails m where m.kind = 'payment_failed' and not exists (
        select from payments p where p.id = m.dedupe_key and p.purchase_id = m.purchase_id)`,
  }),
  sqlCheck(9, 'an email is sent exactly when it has a time of sending', 'emails', {
    from: 'mails',
    violations: "select m.id as subject from mails m where (m.state = 'sent') <> (m.sent_at is not null)",
  }),
];
