import type pg from 'pg';

export interface Violation {
  rule: string;
  /** Id of the violating row. */
  subject: string;
}

const RULES: Record<string, string> = {
  '1 available + held + sold = sum of stock adjustments, none negative': `
    select t.id as subject from tools t
    where t.available < 0 or t.held < 0 or t.sold < 0
       or t.available + t.held + t.sold <> (select coalesce(sum(a.delta), 0) from stock_adjustments a where a.tool_id = t.id)`,
  '1 held and sold match the stock holds of the orders': `
    select t.id as subject from tools t
    where t.held <> (select coalesce(sum(h.quantity), 0) from stock_holds h where h.tool_id = t.id and h.state = 'held')
       or t.sold <> (select coalesce(sum(h.quantity), 0) from stock_holds h where h.tool_id = t.id and h.state = 'sold')`,
  '1 every order has a stock hold with its tool, quantity and state': `
    select o.id as subject from orders o left join stock_holds h on h.order_id = o.id
    where h.order_id is null or h.tool_id <> o.tool_id or h.quantity <> o.quantity
       or h.state <> case o.state when 'placed' then 'held' when 'paid' then 'sold' when 'shipped' then 'sold' else 'returned' end`,
  '2 every captured charge has a paid order, a full refund or a lost dispute': `
    select c.payment_intent as subject from card_sandbox.charges c
    where not exists (
        select from payments p join orders o on o.id = p.order_id
        where p.intent_id = c.payment_intent and p.state = 'captured' and o.state in ('paid', 'shipped')
          and o.transaction_id = c.payment_intent and c.amount_refunded = o.refunded_cents)
      and not exists (
        select from payments p join card_sandbox.refunds r on r.id = p.refund_id
        where p.intent_id = c.payment_intent and p.state = 'refunded'
          and r.payment_intent = c.payment_intent and c.amount_refunded = c.amount)
      and not exists (
        select from payments p join card_sandbox.disputes d on d.payment_intent = p.intent_id
        where p.intent_id = c.payment_intent and p.state = 'charged_back' and d.status = 'lost'
          and d.amount + c.amount_refunded >= c.amount)`,
  '2 every paid order has exactly one captured payment of its intent, amount, currency and customer': `
    select o.id as subject from orders o where o.state in ('paid', 'shipped') and 1 <> (
      select count(*) from payments p
        join card_sandbox.payment_intents i on i.id = p.intent_id
        join card_sandbox.charges c on c.payment_intent = i.id
      where p.order_id = o.id and p.state = 'captured' and p.intent_id = o.transaction_id and p.user_id = o.user_id
        and p.amount_cents = o.total_cents and c.amount = o.total_cents and c.currency = o.currency
        and i.status = 'succeeded' and i.metadata->>'order' = o.id and i.metadata->>'user' = o.user_id)`,
  '2 an unpaid order has no captured payment': `
    select o.id as subject from orders o join payments p on p.order_id = o.id
    where p.state = 'captured' and o.state not in ('paid', 'shipped')`,
  '2 every refund at the provider is recorded': `
    select r.id as subject from card_sandbox.refunds r
    where not exists (select from payments p where p.refund_id = r.id)
      and not exists (
        select from payment_refunds k join payments p on p.id = k.payment_id
        where k.id = r.id and k.amount_cents = r.amount and p.intent_id = r.payment_intent)`,
  '2 every recorded refund exists at the provider and in the order’s total': `
    select k.id as subject from payment_refunds k left join card_sandbox.refunds r on r.id = k.id where r.id is null
    union all
    select o.id from orders o where o.refunded_cents <> (
      select coalesce(sum(k.amount_cents), 0) from payments p join payment_refunds k on k.payment_id = p.id
      where p.intent_id = o.transaction_id and k.status in ('succeeded', 'pending'))`,
  '2 an order’s dispute state matches the provider': `
    select d.id as subject from card_sandbox.disputes d join orders o on o.transaction_id = d.payment_intent
    where o.dispute_state is distinct from case d.status
      when 'won' then 'won' when 'lost' then 'lost' when 'warning_closed' then 'closed' else 'needs_answer' end`,
  '3 an order’s state matches its dates and transaction': `
    select o.id as subject from orders o
    where (o.state in ('paid', 'shipped')) <> (o.paid_at is not null and o.transaction_id is not null)
       or (o.state = 'shipped') <> (o.shipped_at is not null) or (o.state in ('deleted', 'expired')) <> (o.ended_at is not null)
       or o.shipped_at < o.paid_at or o.paid_at < o.placed_at or o.ended_at < o.placed_at`,
  '4 a total is quantity times unit price': `
    select o.id as subject from orders o where o.total_cents <> o.quantity::bigint * o.unit_price_cents or o.total_cents <= 0`,
  '5 orders, reviews and profiles have a valid owner': `
    select x.id as subject from (
      select id, user_id from orders union all select id, user_id from reviews union all select id, user_id from profiles
    ) x left join users u on u.id = x.user_id where u.id is null`,
  '5 an order carries its owner’s address': `
    select o.id as subject from orders o join users u on u.id = o.user_id where o.email <> u.email`,
  '6 one order per idempotency key': `
    select min(o.id) as subject from orders o where o.idempotency_key is not null
    group by o.user_id, o.idempotency_key having count(*) > 1`,
  '6 one payment per intent': `
    select p.intent_id as subject from payments p where p.intent_id is not null group by p.intent_id having count(*) > 1`,
  '7 no hold outlives its expiry by more than a minute': `
    select h.order_id as subject from stock_holds h where h.state = 'held' and h.expires_at < now() - interval '60 seconds'`,
  // An unpaid order mails confirmed addresses only: nobody knows today which one was confirmed then.
  '9 exactly one email per event of a paid order': `
    select e.order_id || ' ' || e.kind as subject from (
      select id as order_id, 'order_paid' as kind from orders where paid_at is not null
      union all select id, 'order_shipped' from orders where shipped_at is not null
    ) e where 1 <> (select count(*) from mails m where m.order_id = e.order_id and m.kind = e.kind)`,
  '9 exactly one email per refund': `
    select r.id as subject from (
      select refund_id as id from payments where state = 'refunded' union select id from payment_refunds where status in ('succeeded', 'pending')
    ) r where 1 <> (select count(*) from mails m where m.kind = 'payment_refunded' and m.dedupe_key = r.id)`,
  '9 no email about an event that did not happen': `
    select m.id as subject from mails m join orders o on o.id = m.order_id
    where (m.kind = 'order_paid' and o.paid_at is null) or (m.kind = 'order_shipped' and o.shipped_at is null)
       or (m.kind = 'order_expired' and o.state <> 'expired')
       or (m.kind = 'payment_refunded' and not exists (
         select from payments p left join payment_refunds k on k.payment_id = p.id
         where p.order_id = o.id and m.dedupe_key in (p.refund_id, k.id)))
       or (m.kind = 'payment_failed' and not exists (select from payments p where p.order_id = o.id and p.id = m.dedupe_key))`,
  '6 no webhook event is both applied and due': `
    select id as subject from provider_events where applied_at is not null and next_attempt_at is not null`,
};

/**
 * Checks docs/invariants.md against the shop's tables and the card provider's ledger; empty when all hold.
 * Call it only while nothing is in flight. A refund that is due counts as a violation.
 */
export async function findViolations(db: pg.Pool | pg.ClientBase): Promise<Violation[]> {
  const found: Violation[] = [];
  for (const [rule, statement] of Object.entries(RULES)) {
    const { rows } = await db.query<{ subject: string }>(`${statement} limit 20`);
    for (const { subject } of rows) found.push({ rule, subject });
  }
  return found;
}

/** Throws one error that lists every violation. */
export async function checkInvariants(db: pg.Pool | pg.ClientBase): Promise<void> {
  const found = await findViolations(db);
  if (found.length) throw new Error(found.map(({ rule, subject }) => `${rule}: ${subject}`).join('\n'));
}
