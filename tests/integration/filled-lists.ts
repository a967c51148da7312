import type { Pool } from 'pg';

/** The number of rows that `fillLists` writes to each list by default. They fit on one page of 100. */
export const ROWS = 60;

const ID = "lpad(i::text, 23, '0')";

/**
 * Fills every list with this many rows, faster than API calls could. Every sort key repeats, half of the customers are
 * named Müller, and every tenth tool has days of cover.
 */
export async function fillLists(pool: Pool, count: number): Promise<void> {
  const series = `generate_series(1, ${count}) i`;
  const statements = [
    `insert into users (id, email, display_name) select 'x' || ${ID}, 'person' || i || '@many.example', case when i % 2 = 0 then 'Ann Müller' else 'Cy ' || md5((i % 7)::text) end from ${series}`,
    `insert into tools (id, item_name, about, unit_price_minor, min_order_quantity, available, image)
     select 'x' || ${ID}, 'Rule ' || i % 5, 'Forged.', 100 + i % 4, 1 + i % 2, i % 6, '/images/x.svg' from ${series}`,
    'insert into stock_covers (tool_id, sold, pace_days, cover_days) select id, 1, 30, seq % 3 from tools where seq % 10 = 0',
    'update tool_stocks s set cover_days = c.cover_days from stock_covers c where c.tool_id = s.tool_id',
    `insert into orders (id, user_id, tool_id, name, email, item_name, image, quantity, unit_price_minor, total_minor, currency)
     select u.id, u.id, t.id, u.display_name, u.email, t.item_name, t.image, 1 + i % 3, 100, 100 * (1 + i % 3), 'usd'
     from ${series} join users u on u.id = 'x' || ${ID} join tools t on t.id = u.id order by i`,
    'select begin_purchase_year()',
    'select create_purchases_of_orders(array(select id from orders where purchase_id is null order by seq))',
    `insert into payments (id, purchase_id, user_id, state, intent_id, amount_minor, currency, provider_status)
     select id, id, user_id, 'captured', 'pi_' || id, total_minor, 'usd', 'succeeded' from orders order by seq`,
    `insert into quotes (id, name, email, message, product, quantity, company) select 'x' || ${ID}, 'Cy', 'cy@example.com', 'Please.', 'Vise', 1 + i % 4, '' from ${series}`,
    `insert into contact_messages (id, name, email, message, subject) select 'x' || ${ID}, 'Cy', 'cy@example.com', 'Please.', 'Vise' from ${series}`,
    `insert into subscribers (id, email) select 'x' || ${ID}, 'reader' || i || '@many.example' from ${series}`,
    `insert into mails (id, kind, recipient, subject, text) select 'x' || ${ID}, 'order_paid', 'cy@example.com', 'Paid', 'Thank you.' from ${series}`,
    `insert into audit_events (id, actor, actor_id, actor_email, actor_role, action, subject, subject_id, subject_name)
     select 'x' || ${ID}, 'user', i::text, 'person' || i || '@many.example', 'admin', 'tool.added', 'tool', 't' || i, md5(i::text) from ${series}`,
    `insert into reviews (id, user_id, display_name, image, company, designation, title, rating, about)
     select 'x' || ${ID}, 'x' || ${ID}, 'Cy', '', 'Works', 'Smith', md5(i::text), 5, 'Good.' from ${series}`,
    `insert into bulk_changes (id, kind, change, count, made_by, fingerprint)
     select 'x' || ${ID}, 'price', '{"kind": "price"}', 1, 'person' || i || '@many.example', '' from ${series}`,
  ];
  for (const statement of statements) await pool.query(statement);
}
