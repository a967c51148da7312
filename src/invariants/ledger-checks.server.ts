import { NOT_AT_PROVIDER } from '#src/features/payments/rules.ts';
import { type Check, sqlCheck } from './check.server.ts';
import { disputeState } from './payment-checks.server.ts';
import { PURCHASES } from './purchase-checks.server.ts';
import { dueBefore, type Tolerance } from './tolerance.server.ts';

/** Without a webhook, settled payments are synced every six hours. */
const SYNCED_WITHIN = 7 * 3600;

/**
 * Invariant 2 with the card sandbox's own ledger as the judge. In a live shop, what happened there lately may not have
 * arrived here yet. Payments that the shop knows as unknown to the sandbox were made at Stripe.
 */
export function listLedgerChecks(tolerance: Tolerance): Check[] {
  const arrived = (intent: string) =>
    tolerance.kind === 'strict'
      ? ''
      : `and not exists (
          select from card_sandbox.events e
          where e.payment_intent = ${intent} and (e.next_attempt_at is not null or e.created >= ${dueBefore(tolerance, SYNCED_WITHIN)}))
        and not exists (select from payments due where due.intent_id = ${intent} and due.state = 'refund_due')`;
  const atSandbox = (payment: string) => `${payment}.provider_status is distinct from '${NOT_AT_PROVIDER}'`;
  // Stripe writes these currencies with two decimals, which are always zero.
  const toLedger = (minor: string, currency: string) =>
    `${minor} * case when ${currency} in ('isk', 'ugx') then 100 else 1 end`;
  return [
    sqlCheck(2, 'every charge in the ledger has a paid purchase, a full refund or a lost dispute', 'charges', {
      from: 'card_sandbox.charges',
      violations: `
        select c.payment_intent as subject from card_sandbox.charges c
        where not exists (
            select from payments y join ${PURCHASES} on p.id = y.purchase_id
            where y.intent_id = c.payment_intent and y.state = 'captured' and p.paid_at is not null
              and p.transaction_id = c.payment_intent and c.amount_refunded = ${toLedger('p.refunded_minor', 'c.currency')})
          and not exists (
            select from payments p join card_sandbox.refunds r on r.id = p.refund_id
            where p.intent_id = c.payment_intent and p.state = 'refunded'
              and r.payment_intent = c.payment_intent and c.amount_refunded = c.amount)
          and not exists (
            select from payments p join card_sandbox.disputes d on d.payment_intent = p.intent_id
            where p.intent_id = c.payment_intent and p.state = 'charged_back' and d.status = 'lost'
              and d.amount + c.amount_refunded >= c.amount)
          ${arrived('c.payment_intent')}`,
    }),
    sqlCheck(
      2,
      'the ledger has a charge for every paid purchase, with its amount, currency and customer',
      'paid purchases',
      {
        from: `${PURCHASES} where paid_at is not null`,
        violations: `
        select p.id as subject from ${PURCHASES} join payments y on y.intent_id = p.transaction_id and y.purchase_id = p.id
        where p.paid_at is not null and y.state = 'captured' and ${atSandbox('y')} and not exists (
          select from card_sandbox.payment_intents i join card_sandbox.charges c on c.payment_intent = i.id
          where i.id = p.transaction_id and i.status = 'succeeded' and c.amount = ${toLedger('p.total_minor', 'c.currency')} and c.currency = p.currency
            and i.metadata->>'order' = p.id and i.metadata->>'user' = p.user_id)`,
      },
    ),
    sqlCheck(2, 'every refund in the ledger is on record', 'refunds in the ledger', {
      from: 'card_sandbox.refunds',
      violations: `
        select r.id as subject from card_sandbox.refunds r
        where not exists (select from payments p where p.refund_id = r.id)
          and not exists (
            select from payment_refunds k join payments p on p.id = k.payment_id
            where k.id = r.id and ${toLedger('k.amount_minor', 'r.currency')} = r.amount and p.intent_id = r.payment_intent)
          ${arrived('r.payment_intent')}`,
    }),
    sqlCheck(2, 'every refund on record is in the ledger', 'refunds', {
      from: 'payment_refunds',
      violations: `
        select k.id as subject from payment_refunds k join payments p on p.id = k.payment_id
        where ${atSandbox('p')} and not exists (select from card_sandbox.refunds r where r.id = k.id)`,
    }),
    sqlCheck(2, 'a purchase shows the dispute in the ledger', 'disputes in the ledger', {
      from: 'card_sandbox.disputes',
      violations: `
        select d.id as subject from card_sandbox.disputes d join ${PURCHASES} on p.transaction_id = d.payment_intent
        where p.dispute_state is distinct from ${disputeState('d.status')} ${arrived('d.payment_intent')}`,
    }),
  ];
}
