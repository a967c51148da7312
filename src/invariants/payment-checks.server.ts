import { EFFECTIVE_REFUND_STATUSES, toDisputeState } from '#src/features/payments/rules.ts';
import { DISPUTE_STATES } from '#src/shared/dispute.ts';
import { type Check, sqlCheck } from './check.server.ts';
import { PURCHASES } from './purchase-checks.server.ts';
import { dueBefore, type Tolerance } from './tolerance.server.ts';

const list = (values: readonly string[]) => values.map((value) => `'${value}'`).join(', ');

const EFFECTIVE = list(EFFECTIVE_REFUND_STATUSES);

/** The provider's dispute statuses. Any other one is `closed`. */
const DISPUTE_STATUSES = [
  'warning_needs_response',
  'warning_under_review',
  'needs_response',
  'under_review',
  'won',
  'lost',
];

/** SQL: a dispute's status as the shop's state. */
export const disputeState = (status: string) =>
  `case ${status} ${DISPUTE_STATUSES.map((one) => `when '${one}' then '${toDisputeState(one)}'`).join(' ')} else 'closed' end`;

/** The reconciler tries again at least every ten minutes. */
const SETTLED_WITHIN = 15 * 60;
/** A refund may wait for a provider that is unavailable. After a week, somebody has to look. */
const REFUNDED_WITHIN = 7 * 24 * 3600;

/** Invariant 2 and the payments' part of 6, from the shop's own records alone. */
export function listPaymentChecks(tolerance: Tolerance): Check[] {
  const strict = tolerance.kind === 'strict';
  return [
    sqlCheck(
      2,
      'every paid purchase has a captured payment of its intent, amount, currency and customer',
      'paid purchases',
      {
        from: `${PURCHASES} where paid_at is not null`,
        violations: `
        select p.id as subject from ${PURCHASES} where p.paid_at is not null and not exists (
          select from payments y
          where y.purchase_id = p.id and y.state = 'captured' and y.intent_id = p.transaction_id and y.user_id = p.user_id
            and y.amount_minor = p.total_minor and y.currency = p.currency)`,
      },
    ),
    sqlCheck(2, 'every captured payment belongs to one paid purchase', 'captured payments', {
      from: "payments where state = 'captured'",
      violations: `
        select y.id as subject from payments y where y.state = 'captured' and not exists (
          select from ${PURCHASES} where p.id = y.purchase_id and p.paid_at is not null and p.transaction_id = y.intent_id)`,
    }),
    sqlCheck(2, 'no purchase has two captured payments, and no transaction two purchases', 'captured payments', {
      from: "payments where state = 'captured'",
      violations: `
        select y.purchase_id as subject from payments y where y.state = 'captured'
        group by y.purchase_id having count(*) > 1
        union all
        select min(p.id) from ${PURCHASES} where p.transaction_id is not null group by p.transaction_id having count(*) > 1`,
    }),
    // An attempt from before a line was deleted had another amount. It has ended.
    sqlCheck(2, 'every attempt to pay has its purchase’s customer, amount and currency', 'payments', {
      violations: `
        select y.id as subject from payments y left join ${PURCHASES} on p.id = y.purchase_id
        where p.id is null or y.user_id <> p.user_id or y.currency <> p.currency
          or (y.state in ('creating', 'open', 'captured') and p.state <> 'expired' and p.state <> 'canceled'
            and y.amount_minor <> p.total_minor)`,
    }),
    sqlCheck(2, 'money that the provider took is captured, refunded or about to be', 'payments', {
      from: "payments where provider_status = 'succeeded'",
      violations: `
        select p.id as subject from payments p
        where p.provider_status = 'succeeded' and p.state in ('creating', 'open', 'canceled')
          and p.provider_checked_at < ${dueBefore(tolerance, SETTLED_WITHIN)}`,
    }),
    sqlCheck(2, 'money that came too late is refunded, unless a dispute holds it', 'payments', {
      from: "payments where state in ('refund_due', 'refunded')",
      violations: `
        select p.id as subject from payments p
        where p.state = 'refund_due' and p.settled_at < ${dueBefore(tolerance, REFUNDED_WITHIN)}
          ${strict ? '' : 'and not exists (select from payment_disputes d where d.payment_id = p.id)'}`,
    }),
    // What an intent took may differ from its order, which is why it is refunded: the refund knows the amount.
    // A payment from before refunds were stored has none until its first sync.
    sqlCheck(2, 'every refunded payment has its refund on record, and money for it', 'refunded payments', {
      from: "payments where state = 'refunded'",
      violations: `
        select p.id as subject from payments p
          left join payment_refunds r on r.id = p.refund_id and r.payment_id = p.id
          left join (
            select payment_id, sum(amount_minor) as minor from payment_refunds where status in (${EFFECTIVE}) group by payment_id
          ) k on k.payment_id = p.id
        where p.state = 'refunded' and (
          r.amount_minor > coalesce(k.minor, 0)
          or (r.id is null ${strict ? '' : 'and p.refunds_synced_at is not null'}))`,
    }),
    sqlCheck(2, 'every payment charged back was lost in a dispute, in full', 'payments charged back', {
      from: "payments where state = 'charged_back'",
      violations: `
        select p.id as subject from payments p
        where p.state = 'charged_back' and p.amount_minor >
          coalesce((select sum(d.amount_minor) from payment_disputes d where d.payment_id = p.id and d.status = 'lost'), 0)
          + coalesce((select sum(k.amount_minor) from payment_refunds k where k.payment_id = p.id and k.status in (${EFFECTIVE})), 0)`,
    }),
    sqlCheck(2, 'no refunds exceed what was captured', 'refunds', {
      from: 'payment_refunds',
      violations: `
        select p.id as subject from payments p join (
          select payment_id, sum(amount_minor) as minor from (
            select payment_id, amount_minor from payment_refunds where status in (${EFFECTIVE})
            union all
            select r.payment_id, r.amount_minor from refunds r left join payment_refunds known on known.id = r.provider_refund_id
            where r.state <> 'failed' and known.id is null
          ) as counted group by payment_id
        ) k on k.payment_id = p.id
        where p.state = 'captured' and k.minor > p.amount_minor`,
    }),
    sqlCheck(2, 'a purchase shows what was refunded of its payment', 'purchases', {
      violations: `
        select p.id as subject from ${PURCHASES} left join (
          select y.intent_id, sum(k.amount_minor) as minor from payment_refunds k join payments y on y.id = k.payment_id
          where k.status in (${EFFECTIVE}) and y.intent_id is not null group by y.intent_id
        ) r on r.intent_id = p.transaction_id
        where p.refunded_minor <> coalesce(r.minor, 0)`,
    }),
    sqlCheck(2, 'a purchase and its orders show the most urgent dispute of its payment', 'purchases', {
      violations: `
        select p.id as subject from ${PURCHASES} left join (
          select y.intent_id, (array[${list(DISPUTE_STATES)}])[min(array_position(array[${list(DISPUTE_STATES)}], ${disputeState('d.status')}))] as state
          from payment_disputes d join payments y on y.id = d.payment_id group by y.intent_id
        ) d on d.intent_id = p.transaction_id
        where p.dispute_state is distinct from d.state
        union all
        select o.id from orders o join purchases p on p.id = o.purchase_id
        where o.ended_at is null and o.dispute_state is distinct from p.dispute_state`,
    }),
    sqlCheck(6, 'an intent belongs to one payment', 'payments', {
      violations: `
        select min(p.id) as subject from payments p where p.intent_id is not null
        group by p.intent_id having count(*) > 1`,
    }),
    sqlCheck(6, 'a refund at the provider belongs to one payment', 'payments', {
      from: 'payments where refund_id is not null',
      violations: `
        select p.refund_id as subject from payments p where p.refund_id is not null group by p.refund_id having count(*) > 1
        union all
        select p.refund_id from payments p join payment_refunds k on k.id = p.refund_id where k.payment_id <> p.id`,
    }),
    sqlCheck(6, 'no webhook event is both applied and due', 'webhook events', {
      from: 'provider_events',
      violations:
        'select id as subject from provider_events where applied_at is not null and next_attempt_at is not null',
    }),
  ];
}
