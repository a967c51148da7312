import type { Pool } from 'pg';
import { fillLists } from './filled-lists.ts';

/** More than one page of each list. */
const ROWS = 101;
/** More purchases than are listed with all of their lines. */
const PURCHASES = 40;
const LINES = 100;
const SHIPMENTS = 120;
const ID = "lpad(i::text, 23, '0')";
const TABLES = [
  'tools',
  'orders',
  'purchases',
  'shipments',
  'refunds',
  'payments',
  'papers',
  'audit_events',
  'reviews',
];

/** The ids of the largest thing of each kind. */
export interface LargestThings {
  tool: string;
  purchase: string;
  order: string;
  review: string;
  blog: string;
  bulkChange: string;
  import: string;
  mail: string;
}

/** Returns SQL for a text of `count` characters without escapes. With a seed, it differs between rows. */
const long = (count: number, seed = "''") => `rpad(${seed}, ${count}, 'Forged steel, ground and oiled. ')`;
const list = (count: number, entry: string) => `(select jsonb_agg(${entry}) from generate_series(1, ${count}) n)`;
const volumePrices = list(12, `jsonb_build_object('quantity', n * 10 + 10, 'unitPriceMinor', 90 - n)`);
const address = `jsonb_build_object('name', ${long(100)}, 'company', ${long(100)}, 'line1', ${long(100)}, 'line2', ${long(100)},
  'city', ${long(80)}, 'region', ${long(80)}, 'postalCode', '44114', 'country', 'US', 'phone', '+1 216 555 0100', 'vatId', '')`;

/**
 * Makes everything of this customer as large as the limits allow: many orders of a hundred lines, and all texts as long
 * as possible. Triggers are off, so that it takes seconds instead of hours.
 */
export async function makeLargestAccount(pool: Pool, userId: string): Promise<LargestThings> {
  // Older than everything that is large, so that they are on no first page.
  await pool.query(
    `insert into tools (id, sku, slug, item_name, about, unit_price_minor, min_order_quantity, available, image, volume_prices)
     select 'z' || ${ID}, 'Z' || i, 'z' || i, ${long(120, 'i::text')}, 'x', 100, 1, 5, '/images/x.svg', ${volumePrices} from generate_series(1, 900) i`,
  );
  await fillLists(pool, ROWS);
  for (const table of TABLES) await pool.query(`alter table ${table} disable trigger user`);
  const user = `'${userId}'`;
  const series = `generate_series(1, ${ROWS}) i`;
  const ofPurchase = `'p' || ${ID}`;
  const big = `'p' || lpad('${PURCHASES}', 23, '0')`;
  const placed = `generate_series(1, ${PURCHASES}) i`;
  const mine = `select email from users where id = ${user}`;
  const statements = [
    `update users set display_name = ${long(100)}, email_confirmed = true where id = ${user}`,
    `update tools set item_name = ${long(120, 'slug')}, about = ${long(2000)}, warnings = ${long(2000)}, image = '/images/' || ${long(490, "'x'")},
       more_images = ${list(9, `'/images/' || n || repeat('x', 480)`)},
       specifications = ${list(40, `jsonb_build_object('name', n || ${long(55)}, 'value', ${long(200)}, 'unit', '')`)},
       documents = ${list(12, `jsonb_build_object('kind', 'datasheet', 'title', ${long(120)}, 'fileId', 'd' || lpad(n::text, 23, '0'), 'bytes', 10000000)`)},
       relations = ${list(24, `jsonb_build_object('kind', 'spare', 'toolId', 'x' || lpad(n::text, 23, '0'))`)},
       volume_prices = ${volumePrices},
       maker = jsonb_build_object('name', ${long(120)}, 'address', ${long(300)}), family = 'Large' where id like 'x%'`,
    `insert into purchases (id, seq, user_id, number, state, name, email, total_minor, currency, delivery, billing, po_number, note,
         paid_at, cancel_requested_at, cancel_request_reason, end_reason, transaction_id)
     select ${ofPurchase}, 1000000 + i, ${user}, 'IM-2026-9' || lpad(i::text, 5, '0'), 'paid', ${long(100)}, (${mine}), 20000, 'usd', ${address}, ${address},
       ${long(60)}, ${long(1000)}, now(), now(), ${long(500)}, ${long(500)}, 'pi_' || i from ${placed} order by i`,
    `insert into orders (id, user_id, tool_id, purchase_id, line_number, state, name, email, item_name, image, quantity, unit_price_minor,
         total_minor, currency, transaction_id, paid_at)
     select 'l' || lpad((i * 1000 + n)::text, 23, '0'), ${user}, 'x' || lpad(n::text, 23, '0'), ${ofPurchase}, n, 'paid', ${long(100)}, (${mine}),
       ${long(120)}, '/images/' || ${long(490, "'x'")}, 2, 100, 200, 'usd', 'pi_' || i, now() from ${placed}, generate_series(1, ${LINES}) n`,
    `insert into payments (id, purchase_id, user_id, state, intent_id, amount_minor, currency, provider_status)
     select 'y' || ${ID}, ${ofPurchase}, ${user}, 'captured', 'pi_' || i, 20000, 'usd', 'succeeded' from ${placed}`,
    `insert into shipments (id, purchase_id, number, carrier, tracking, undone_at, undone_by, undo_reason, is_corrected, shipped_by)
     select 's' || ${ID}, ${big}, i, ${long(60)}, ${long(100)}, now(), ${user}, ${long(500)}, true, ${user} from generate_series(1, ${SHIPMENTS}) i`,
    `insert into shipment_lines (shipment_id, order_id, quantity) select s.id, o.id, 1 from shipments s, orders o
     where s.purchase_id = ${big} and o.purchase_id = ${big}`,
    `insert into refunds (id, purchase_id, payment_id, amount_minor, reason, state, settled_at, next_attempt_at, requested_by, last_error)
     select 'r' || ${ID}, ${big}, 'y' || lpad('${PURCHASES}', 23, '0'), 100, ${long(500)}, 'failed', now(), null, ${user}, ${long(500)}
     from generate_series(1, 50) i`,
    `insert into refund_lines (refund_id, order_id, quantity, amount_minor) select r.id, o.id, 1, 1 from refunds r, orders o
     where r.purchase_id = ${big} and o.purchase_id = ${big}`,
    `insert into payment_refunds (id, payment_id, amount_minor, status, created_at)
     select 're_' || i, 'y' || lpad('${PURCHASES}', 23, '0'), 1, 'succeeded', now() from generate_series(1, 300) i`,
    `insert into papers (id, kind, number, year, count, purchase_id, total_minor, data)
     select 'c' || ${ID}, 'credit_note', 'CN-' || i, 2026, i, ${big}, 1, '{}' from generate_series(1, 300) i`,
    `insert into paper_taxes (paper_id, position, issued_at, kind, is_credit, country, region, name, rate, currency, base_minor, net_minor, tax_minor)
     select 'c' || lpad('1', 23, '0'), i, '2026-06-15', 'domestic', false, 'US', 'OH', i || ${long(50)}, i, 'usd', 100, 100, 1 from generate_series(1, 2000) i`,
    `insert into mails (id, kind, recipient, subject, text, purchase_id, dedupe_key, state, sent_at)
     select 'm' || ${ID}, 'order_shipped', (${mine}), ${long(200)}, ${long(12_000)}, ${big}, i::text, 'sent', now() from generate_series(1, 300) i`,
    `insert into audit_events (id, actor, actor_id, actor_email, actor_role, action, subject, subject_id, subject_name, before, after)
     select 'e' || ${ID}, 'user', ${user}, (${mine}), 'customer', 'purchase.cancel_requested', 'purchase', ${big}, 'IM', null,
       jsonb_build_object('reason', ${long(500)}) from generate_series(1, 500) i`,
    `insert into audit_events (id, actor, actor_id, actor_email, actor_role, action, subject, subject_id, subject_name, before, after)
     select 'f' || ${ID}, 'user', ${user}, (${mine}), 'admin', 'tool.changed', 'tool', 't' || i, ${long(120)},
       jsonb_build_object('about', ${long(2000)}, 'specifications', ${long(10_000)}), jsonb_build_object('about', ${long(2000)}, 'specifications', ${long(10_000)})
     from ${series}`,
    `insert into quotes (id, name, email, message, product, quantity, company)
     select 'q' || ${ID}, ${long(100)}, (${mine}), ${long(4000)}, ${long(120)}, 5, ${long(100)} from ${series}`,
    `insert into contact_messages (id, name, email, message, subject)
     select 'q' || ${ID}, ${long(100)}, (${mine}), ${long(4000)}, ${long(120)} from ${series}`,
    `insert into reviews (id, user_id, display_name, image, company, designation, title, rating, about, tool_id)
     select 'v' || ${ID}, ${user}, ${long(100)}, '', ${long(100)}, ${long(100)}, ${long(120)}, 5, ${long(2000)}, 'x' || ${ID} from ${series}`,
    `insert into addresses (id, user_id, name, company, line1, line2, city, region, postal_code, country, phone, vat_id)
     select 'a' || ${ID}, ${user}, ${long(100)}, ${long(100)}, ${long(100)}, ${long(100)}, ${long(80)}, ${long(80)}, '44114', 'US', '+1 216 555 0100', ''
     from generate_series(1, 50) i`,
    `insert into categories (id, name, parent_id) select 'k' || ${ID}, i || ${long(55)}, null from generate_series(1, 2000) i`,
    `insert into search_synonyms (id, terms, keys) select 'n' || ${ID}, array(select i || '-' || n || ${long(50)} from generate_series(1, 12) n),
       array['n' || i] from generate_series(1, 500) i`,
    `insert into search_misses (query) select i || ${long(95)} from ${series}`,
    `insert into stock_adjustments (id, tool_id, delta, reason, note, adjusted_by)
     select 'j' || ${ID}, 'x' || lpad('1', 23, '0'), 1, 'received', ${long(200)}, (${mine}) from generate_series(1, 500) i`,
    `insert into price_changes (id, tool_id, unit_price_minor, volume_prices, changed_by)
     select 'j' || ${ID}, 'x' || lpad('1', 23, '0'), 100 + i, ${volumePrices}, (${mine}) from generate_series(1, 500) i`,
    `insert into imports (id, state, file_name, made_by) select 'i' || ${ID}, 'ready', ${long(200)}, 'admin@example.com' from ${series}`,
    `insert into import_rows (import_id, row, result, name, before, after)
     select 'i' || lpad('${ROWS}', 23, '0'), i, 'change', ${long(120)}, jsonb_build_object('about', ${long(2000)}, 'specifications', ${long(10_000)}),
       jsonb_build_object('about', ${long(2000)}, 'specifications', ${long(10_000)}) from ${series}`,
    `insert into import_rows (import_id, row, result, name, faults) select 'i' || lpad('${ROWS}', 23, '0'), 1000 + i, 'fault', ${long(120)},
       ${list(20, `jsonb_build_object('column', ${long(60)}, 'value', ${long(200)}, 'reason', ${long(200)})`)} from ${series}`,
    `insert into baskets (user_id, version, lines) select ${user}, 1,
       jsonb_agg(jsonb_build_object('toolId', 'x' || ${ID}, 'quantity', 1,
         'added', jsonb_build_object('at', '2026-01-01T00:00:00.000Z', 'unitPriceMinor', 100, 'minimum', 1, 'available', 5))) from generate_series(1, ${LINES}) i`,
    `insert into blogs (id, author, question, short_description, detail, tags)
     select 'b' || ${ID}, 'Ann', ${long(120)}, ${long(400)}, '[]', '{}' from ${series}`,
    `insert into profiles (id, user_id, display_name, number, college_name, university_name, division, district, image)
     select 'o' || lpad('1', 23, '0'), ${user}, ${long(100)}, '+1', ${long(100)}, ${long(100)}, ${long(100)}, ${long(100)}, ''`,
    `insert into images (id, owner_id, width, height, uploading) select 'g' || ${ID}, ${user}, 1, 1, false from generate_series(1, 2000) i`,
    `insert into bulk_change_rows (bulk_change_id, tool_id, before, after)
     select 'x' || lpad('${ROWS}', 23, '0'), id, jsonb_build_object('unitPriceMinor', 100, 'volumePrices', volume_prices),
       jsonb_build_object('unitPriceMinor', 101, 'volumePrices', volume_prices) from tools order by seq limit 1000`,
    'analyze',
  ];
  for (const statement of statements)
    await pool.query(statement).catch((error: Error) => {
      throw new Error(`${statement.slice(0, 120)}: ${error.message}`);
    });
  for (const table of TABLES) await pool.query(`alter table ${table} enable trigger user`);
  const last = (letter: string, at: number = ROWS) => letter + String(at).padStart(23, '0');
  return {
    tool: last('x', 1),
    purchase: last('p', PURCHASES),
    order: last('l', PURCHASES * 1000 + 1),
    review: last('v'),
    blog: last('b'),
    bulkChange: last('x'),
    import: last('i'),
    mail: last('m'),
  };
}
