// An id is a word and a number, so that all rows of an order can be found. A purchase has the number of its first line.
const id = (word: string, number: string) => `'${word}' || lpad((${number})::text, ${24 - word.length}, '0')`;
const purchaseId = id('growthorder', 'first');
const intentId = `'pi_' || ${id('growthintent', 'first')}`;
const isPaid = "state in ('paid', 'shipped')";

/** The order as emails contain it. */
const told = `jsonb_build_object('order', jsonb_build_object('id', ${purchaseId}, 'name', display_name, 'itemName', item_name,
     'quantity', quantity, 'totalMinor', total_minor))`;

/** The end of an unpaid order's hold. It is far away, so that no worker ends holds during a measurement. */
const HOLD = "now() + interval '30 days'";

/**
 * Plans all orders before any row is written. Of ten orders, five are single purchases, two share a purchase, and so do
 * the other three. A fifth of the orders is for one percent of the tools. `$1` is the number of orders, `$2` of tools,
 * `$3` of users.
 */
export const PLAN = [
  `create unlogged table growth_lines as
   select i, line, first, user_at, case when first % 5 = 0 then i::bigint * 7919 % greatest($2::int / 100, 10)
       else i::bigint * 7919 % $2::int end::int as tool_at,
     20 * (1 + i % 3) as quantity,
     case when kind < 4 then 'placed' when kind < 8 then 'paid' when kind < 15 then 'shipped' else 'expired' end as state,
     now() - interval '200 days' + first * interval '199 days' / $1::int as placed_at
   from (select i, line, i - line + 1 as first, (i - line + 1)::bigint * 31 / 10 % 20 as kind, (i - line + 1)::bigint * 104729 % $3::int as user_at
     from (select i, (array[1,1,1,1,1,1,2,1,2,3])[i % 10 + 1] as line from generate_series(0, $1::int - 1) i) lines) firsts`,
];

export const STOCK = [
  `create unlogged table growth_stock as
   select tool_at, coalesce(sum(quantity) filter (where state = 'placed'), 0)::int as held,
     coalesce(sum(quantity) filter (where ${isPaid}), 0)::int as sold
   from growth_lines group by tool_at`,
  'alter table growth_stock add primary key (tool_at)',
  'analyze growth_stock',
];

/**
 * Inserts the orders and everything that belongs to them, in the order of their foreign keys. Stock comes from
 * `growth_stock`.
 */
export const ORDERS = [
  'select begin_purchase_year()',
  `create unlogged table growth_priced as
   select l.*, t.id as tool_id, t.item_name, t.image, t.unit_price_minor, l.quantity::bigint * t.unit_price_minor as total_minor,
     u.id as user_id, u.display_name, u.email
   from growth_lines l join tools t on t.id = ${id('rangetool', 'l.tool_at')} join users u on u.id = ${id('growthuser', 'l.user_at')}`,
  `create unlogged table growth_purchases as
   select first, min(state) as state, min(user_id) as user_id, min(display_name) as display_name, min(email) as email,
     sum(total_minor)::bigint as total_minor, min(placed_at) as placed_at, min(item_name) as item_name,
     min(quantity) as quantity
   from growth_priced group by first`,
  'analyze growth_priced, growth_purchases',
  `insert into purchases (id, seq, number, user_id, state, name, email, total_minor, currency, delivery, transaction_id, placed_at, paid_at, shipped_at, ended_at)
   select ${purchaseId}, seq, format_purchase_number(y.year, seq - y.base), user_id, state, display_name, email, total_minor, 'usd',
     case when first % 10 > 0 then jsonb_build_object('name', display_name, 'company', '', 'line1', first || ' Superior Ave', 'line2', '', 'city', 'Cleveland',
       'region', 'OH', 'postalCode', '44114', 'country', 'US', 'phone', '', 'vatId', '') end,
     case when ${isPaid} then ${intentId} end, placed_at, case when ${isPaid} then placed_at + interval '1 hour' end,
     case when state = 'shipped' then placed_at + interval '20 hours' end, case when state = 'expired' then placed_at + interval '2 hours' end
   from (select nextval(pg_get_serial_sequence('purchases', 'seq')) as seq, p.* from growth_purchases p order by first) p
   cross join (select year, base from purchase_years order by year desc limit 1) y`,
  `insert into orders (id, purchase_id, line_number, user_id, tool_id, state, name, email, item_name, image, quantity, unit_price_minor, total_minor, currency,
     transaction_id, placed_at, paid_at, shipped_at, ended_at, shipped_quantity)
   select ${id('growthorder', 'i')}, ${purchaseId}, line, user_id, tool_id, state, display_name, email, item_name, image, quantity, unit_price_minor, total_minor, 'usd',
     case when ${isPaid} then ${intentId} end, placed_at, case when ${isPaid} then placed_at + interval '1 hour' end,
     case when state = 'shipped' then placed_at + interval '20 hours' end, case when state = 'expired' then placed_at + interval '2 hours' end,
     case when state = 'shipped' then quantity else 0 end
   from growth_priced order by i`,
  `insert into stock_holds (order_id, tool_id, quantity, state, expires_at)
   select ${id('growthorder', 'i')}, tool_id, quantity, case when state = 'placed' then 'held' when ${isPaid} then 'sold' else 'returned' end,
     case when state = 'placed' then ${HOLD} else placed_at + interval '2 hours' end
   from growth_priced order by i`,
  `insert into card_sandbox.payment_methods (id, brand, last4, exp_month, exp_year, behavior)
   values ('pm_growthmethod000000000000', 'visa', '4242', 12, 2099, 'succeeds')`,
  `insert into card_sandbox.payment_intents (id, client_secret, amount, currency, status, metadata, payment_method, created)
   select ${intentId}, ${intentId} || '_secret', total_minor, 'usd', 'succeeded',
     jsonb_build_object('order', ${purchaseId}, 'user', user_id), 'pm_growthmethod000000000000', placed_at
   from growth_purchases where ${isPaid} order by first`,
  `insert into card_sandbox.charges (id, payment_intent, payment_method, amount, currency, created)
   select 'ch_' || ${id('growthcharge', 'first')}, ${intentId}, 'pm_growthmethod000000000000', total_minor, 'usd', placed_at + interval '1 hour'
   from growth_purchases where ${isPaid} order by first`,
  `insert into payments (id, purchase_id, user_id, state, intent_id, amount_minor, currency, created_at, settled_at, claimed_at, provider_status,
     provider_checked_at, refunds_synced_at)
   select ${id('growthpay', 'first')}, ${purchaseId}, user_id, 'captured', ${intentId}, total_minor, 'usd', placed_at, placed_at + interval '1 hour', now(),
     'succeeded', now(), now()
   from growth_purchases where ${isPaid} order by first`,
  `insert into shipments (id, purchase_id, number, carrier, tracking, shipped_at)
   select ${id('growthship', 'first')}, ${purchaseId}, 1, 'ups', '1Z' || first, placed_at + interval '20 hours'
   from growth_purchases where state = 'shipped' order by first`,
  `insert into shipment_lines (shipment_id, order_id, quantity)
   select ${id('growthship', 'first')}, ${id('growthorder', 'i')}, quantity from growth_priced where state = 'shipped' order by i`,
  `insert into mails (id, kind, recipient, subject, data, purchase_id, dedupe_key, created_at)
   select ${id('growthpaid', 'first')}, 'order_paid', email, 'We have your payment for order ' || first, ${told} || jsonb_build_object('transactionId', ${intentId}), ${purchaseId}, '', placed_at + interval '1 hour'
   from growth_purchases where ${isPaid}
   union all
   select ${id('growthsent', 'first')}, 'order_shipped', email, 'Order ' || first || ' is on its way', ${told}, ${purchaseId}, ${id('growthship', 'first')},
     placed_at + interval '20 hours'
   from growth_purchases where state = 'shipped'`,
  `insert into audit_events (id, actor, action, subject, subject_id, subject_name, created_at)
   select ${id('growthaudit', 'first')}, 'shop', 'order.placed', 'order', ${purchaseId}, 'Order ' || first, placed_at
   from growth_purchases order by first`,
  `insert into reviews (id, user_id, tool_id, display_name, image, company, designation, title, rating, about)
   select ${id('growthreview', 'min(i)')}, user_id, tool_id, min(display_name), '/images/monograms/as.svg', 'Smith & Sons', 'Buyer', 'As described', 3 + min(i) % 3,
     'We bought it again: ' || min(item_name)
   from growth_priced where state = 'shipped' and i % 20 < 2 group by user_id, tool_id`,
  'drop table growth_lines, growth_stock, growth_priced, growth_purchases',
  'analyze',
];
