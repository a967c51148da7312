import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCoverRefresh } from '#src/features/catalogue/keeping/stock-cover.server.ts';
import { listTools } from '#src/features/catalogue/range/service.server.ts';
import { orders } from '#src/features/orders/tables.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { createRateLimits } from '#src/platform/rate-limits.server.ts';
import { seedTool } from '#src/seed/factories.server.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { getTotalCount } from './list-helpers.ts';
import { explainAll, listFaults, listNodes, recordStatements } from './list-plans.ts';
import { type ApiResponse, createTool, listBody, objectBody, placeOrder } from './order-helpers.ts';

interface OpenApi {
  paths: Record<string, { get?: { parameters?: { name: string; schema: { enum?: string[] } }[] } }>;
}

/** The tables that grow with the shop's business. */
const GROWING = new Set([
  'audit_events',
  'bulk_changes',
  'contact_messages',
  'mails',
  'orders',
  'payments',
  'purchases',
  'quotes',
  'reviews',
  'shipments',
  'subscribers',
  'tools',
  'tool_stocks',
  'users',
]);

/** The search of tools works differently from that of all other lists. */
const isToolSearch = (path: string, query: string) =>
  (path === '/tools' || path === '/inventory') && query.startsWith('q=');

let shop: TestShop;
let admin: TestUser;

const get = (path: string): Promise<ApiResponse> => shop.call('GET', path, { token: admin.token });

/** Reads the header, the first batch and one more of an export, which has no pages, and disconnects. */
async function getBatches(path: string): Promise<{ status: number }> {
  const response = await shop.app.request(`${shop.origin}/api${path}`, {
    headers: { authorization: `Bearer ${admin.token}` },
  });
  const reader = response.body?.getReader();
  for (let read = 0; read < 3; read += 1) await reader?.read();
  await reader?.cancel();
  return response;
}

beforeAll(async () => {
  shop = await createTestShop();
  admin = await shop.createOwner();
  const ada = await shop.signUp();
  await placeOrder(shop, ada, await createTool(shop));
});
afterAll(() => shop.close());

describe('a database without the search index’s extension', () => {
  test('is still migrated and searchable', async () => {
    const database = await createTestDatabase(2);
    try {
      await database.pool.query('drop extension pg_trgm cascade');
      await database.pool.query(
        `revoke create on database ${new URL(database.url).pathname.slice(1)} from public, current_user`,
      );
      const file = readdirSync('migrations').find((name) => name.endsWith('_lists.sql'));
      const [block = ''] = readFileSync(`migrations/${file}`, 'utf8').split('--> statement-breakpoint').slice(-1);
      await database.pool.query(block);
      const extensions = await database.pool.query("select from pg_extension where extname = 'pg_trgm'");
      expect(extensions.rowCount).toBe(0);
      await seedTool(database.db, { itemName: 'Plumb bob' });
      const found = await listTools(
        database.db,
        { limit: 5, q: 'plumb' },
        createRateLimits(database.pool, false, createLog('silent')),
      );
      expect(found.ok && found.value.total).toBe(1);
    } finally {
      await database.drop();
    }
  });
});

describe('a long list', () => {
  beforeAll(async () => {
    const { db, fill } = shop.database;
    const [order] = await db.select().from(orders).limit(1);
    await fill(
      `insert into orders (id, user_id, tool_id, name, email, item_name, image, quantity, unit_price_minor, total_minor, currency)
       select 'x' || lpad(i::text, 23, '0'), $1, $2, 'Cy ' || md5(i::text), 'cy@example.com', 'Rule', '/images/x.svg', i % 90 + 1, i, i * (i % 90 + 1), 'usd'
       from generate_series(1, 20000) i`,
      [order?.userId, order?.toolId],
    );
    await fill(
      `insert into users (id, email, display_name) select 'x' || lpad(i::text, 23, '0'), 'person' || i || '@many.example', md5(i::text) from generate_series(1, 20000) i`,
    );
    await fill(
      `insert into tools (id, item_name, about, unit_price_minor, min_order_quantity, available, image)
       select 'x' || lpad(i::text, 23, '0'), md5(i::text), 'Forged.', i, 1, 1, '/images/x.svg' from generate_series(1, 12000) i`,
    );
    await fill(
      `insert into tool_search (tool_id, seq, on_sale, document, name_length, sku_key)
       select id, seq, true, to_tsvector('simple', about), 1, lower(sku) from tools where id like 'x0000%'
       on conflict do nothing`,
    );
    await fill(
      "insert into search_words (word, stem, tools, deletions) values ('forged', 'forg', 12000, '{}') on conflict (word) do update set tools = 12000",
    );
    await fill('delete from tool_search_queue');
    await fill(
      "insert into stock_covers (tool_id, sold, pace_days, cover_days) select id, 1, 30, case when unit_price_minor < 20 then 3 else 500 end from tools where id like 'x0000%'",
    );
    await fill(
      `insert into mails (id, kind, recipient, subject, text) select 'x' || lpad(i::text, 23, '0'), 'order_paid', 'cy@example.com', 'Paid', 'Thank you.' from generate_series(1, 20000) i`,
    );
    await fill(
      `insert into quotes (id, name, email, message, product, quantity, company, done_at) select 'x' || lpad(i::text, 23, '0'), 'Cy', 'cy@example.com', 'Please.', 'Vise', 1, '', now() from generate_series(1, 20000) i`,
    );
    await fill('select create_purchases_of_orders(array(select id from orders where purchase_id is null))');
    await fill(
      `insert into payments (id, purchase_id, user_id, state, intent_id, amount_minor, currency, provider_status)
       select id, id, user_id, 'captured', 'pi_' || id, total_minor, 'usd', 'succeeded' from orders where id like 'x0000%'`,
    );
    await fill(
      `insert into refunds (id, purchase_id, payment_id, amount_minor, reason, state, settled_at, next_attempt_at, provider_refund_id)
       select id, purchase_id, id, 1, 'Broken', 'succeeded', now(), null, 're_' || id from payments where id like 'x0000%' limit 4000`,
    );
    await fill(
      `insert into audit_events (id, actor, actor_id, actor_email, actor_role, action, subject, subject_id, subject_name)
       select 'x' || lpad(i::text, 23, '0'), 'user', i::text, 'person' || i || '@many.example', 'customer', 'order.placed', 'order', 'o' || i, 'Rule' from generate_series(1, 20000) i
       union all select 'y' || lpad(i::text, 23, '0'), 'user', 'a', 'admin@example.com', 'admin', 'tool.added', 'tool', 't' || i, md5(i::text) from generate_series(1, 5000) i`,
    );
    await fill(
      `insert into reviews (id, user_id, display_name, image, company, designation, title, rating, about, taken_down_at, taken_down_reason, read_at, waiting)
       select 'x' || lpad(i::text, 23, '0'), u.id, 'Cy', '', 'Works', 'Smith', md5(i::text), 5, 'Good.', case when down then now() end, case when down then 'No.' end, case when i % 500 > 0 then now() end, i % 1000 = 0
       from generate_series(1, 20000) i join users u on u.email = 'person' || (i % 4000 + 1) || '@many.example', lateral (select i > 19900 as down) d`,
    );
    await fill(
      `insert into bulk_changes (id, kind, change, count, made_by, fingerprint) select 'x' || lpad(i::text, 23, '0'), kind, jsonb_build_object('kind', kind), 1, 'person' || i || '@many.example', ''
       from generate_series(1, 20000) i, lateral (select case when i % 1000 = 0 then 'category' else 'price' end as kind) k`,
    );
    await fill(
      `insert into shipments (id, purchase_id, number) select 'x' || lpad(i::text, 23, '0'), 'x' || lpad((i % 10000 + 1)::text, 23, '0'), i from generate_series(1, 20000) i`,
    );
    await fill("insert into categories (id, name, slug) values ('rarerarerarerarerarerare', 'Rare', 'rare')");
    await fill("update tools set category_id = 'rarerarerarerarerarerare' where seq % 2000 = 0");
    await fill("update users set disabled_at = now() where email = 'person4711@many.example'");
    await fill(
      'vacuum analyze tool_search, shipments, purchases, refunds, reviews, payments, orders, users, tools, stock_covers, mails, quotes, audit_events, bulk_changes',
    );
  }, 300_000);

  test('uses an index to search, filter, count and sort', async () => {
    const { db, pool } = shop.database;
    /** Returns the names of the indexes that the statements of a request use. */
    const getIndexes = async (path: string) => {
      const statements = await recordStatements(async () => {
        expect([path, (await get(path)).status]).toEqual([path, 200]);
      });
      const plans = await explainAll(pool, statements);
      return plans.flatMap(listNodes).flatMap((node) => node['Index Name'] ?? []);
    };
    const cases: [string, RegExp][] = [
      ['/orders?q=c4ca4238', /orders_searched/],
      ['/orders?state=paid&limit=5', /orders_by_state/],
      ['/orders?state=to_ship&limit=5', /orders_to_ship/],
      ['/orders?state=ended&limit=5', /orders_ended/],
      ['/orders?state=ended&q=IM-2026-000007', /purchases_number_unique/],
      ['/orders?q=IM-2026-000007', /orders_purchase/],
      ['/orders?page=1&limit=5', /orders_purchase/],
      ['/orders?state=without_address', /purchases_without_address/],
      ['/orders?state=to_cancel', /purchases_to_cancel/],
      ['/purchases?limit=5', /purchases_seq_unique/],
      ['/purchases?state=to_ship&limit=5', /purchases_to_ship/],
      ['/purchases?state=without_address', /purchases_without_address/],
      ['/purchases?state=shipped', /purchases_by_state/],
      ['/purchases?q=c4ca4238', /orders_searched/],
      ['/purchases?q=IM-2026-000007', /purchases_number_unique/],
      ['/orders?sort=-total', /orders_by_total/],
      ['/orders?sort=quantity', /orders_by_quantity/],
      ['/user?q=person4711', /users_searched/],
      ['/user?sort=name&limit=5', /users_by_name/],
      ['/user?state=admin', /users_by_role/],
      ['/tools?q=nothing-like-it', /search_words_deletions/],
      ['/tools?q=forged', /tool_search_\d_document_idx/],
      // So many tools match that the sort order's index finds them fastest.
      ['/tools?q=forged&sort=price&limit=5', /tools_by_price\n(.*\n)*tool_search_\d_pkey/],
      ['/tools?sort=-name&limit=5', /tools_by_name/],
      ['/tools?sort=price&limit=5', /tools_by_price/],
      ['/tools?sort=-stock&limit=5', /tool_stocks_by_stock/],
      ['/tools?sort=minimum&limit=5', /tools_by_minimum/],
      [`/tools/${'x'.padEnd(23, '0')}7/similar`, /tools_by_price/],
      ['/inventory?sort=cover&limit=5', /tool_stocks_by_cover/],
      ['/inventory?sort=-cover&limit=5', /tool_stocks_by_cover_down/],
      ['/quotes?sort=quantity&limit=5', /quotes_by_quantity/],
      ['/quotes?q=nothing-like-it', /quotes_searched/],
      ['/outbox?q=nothing-like-it', /mails_searched/],
      ['/inventory?category=rare', /tools_by_category/],
      ['/inventory?state=reorder', /tool_stocks_to_reorder/],
      ['/inventory?state=running_out', /stock_covers_short/],
      ['/inventory?state=unweighed&limit=5', /tools_unweighed/],
      ['/outbox?state=payment_refunded', /mails_by_kind/],
      ['/payments?sort=-amount', /payments_by_amount/],
      ['/payments?q=c4ca4238', /orders_searched/],
      ['/payments?state=differs', /payments_out_of_sync/],
      ['/payments?state=refund_due', /payments_unsettled/],
      ['/payments?state=refund_failed', /refunds_failed/],
      ['/payments?state=stuck', /provider_events_stuck/],
      ['/outbox?q=IM-2026-000007', /mails_purchase_event/],
      ['/payments?q=IM-2026-000007', /payments_purchase/],
      ['/outbox?state=dead', /mails_failed/],
      ['/quotes?state=open', /quotes_open/],
      ['/review?limit=6', /reviews_published/],
      ['/reviews?state=published', /reviews_published/],
      ['/reviews?state=new', /reviews_unread/],
      ['/reviews?state=waiting', /reviews_waiting/],
      ['/reviews?state=taken_down', /reviews_taken_down/],
      ['/reviews?state=removed_user', /users_disabled/],
      ['/reviews?q=c4ca4238', /reviews_searched/],
      ['/reviews?q=person4711@many.example', /users_searched/],
      ['/myreview?page=1', /reviews_by_writer/],
      [`/purchases/${'x'.padEnd(23, '0')}7/shipments`, /shipments_purchase/],
      ['/bulk-changes?limit=5', /bulk_changes_seq_unique/],
      ['/bulk-changes?state=category', /bulk_changes_by_kind/],
      ['/bulk-changes?q=person4711', /bulk_changes_searched/],
      ['/imports?q=nothing-like-it', /imports_searched/],
      ['/imports?state=done', /imports_by_state/],
      ['/audit?limit=5', /audit_events_seq_unique/],
      ['/audit?state=user', /audit_events_by_kind/],
      ['/audit?q=c4ca4238', /audit_events_searched/],
      ['/audit?q=person4711@many.example', /audit_events_by_actor/],
      ['/audit?q=o4711', /audit_events_by_subject/],
      ['/audit?q=2001-01-01', /audit_events_by_time/],
    ];
    for (const [path, index] of cases)
      expect([path, (await getIndexes(path)).join('\n')]).toEqual([path, expect.stringMatching(index)]);
    const refreshed = await recordStatements(async () => {
      await createCoverRefresh(db, { batchSize: 50, maxBatches: 1 })(new AbortController().signal);
    });
    const ofSales = refreshed.filter(({ text }) => !text.includes('from get_shop_clock()'));
    expect(ofSales).toHaveLength(2);
    for (const { text, values } of ofSales) {
      const { rows } = await pool.query(`explain ${text}`, values);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toMatch(/orders_sales/);
      expect(plan).not.toMatch(/Seq Scan on (orders|tools)\b/);
    }
    expect(getTotalCount(await get('/orders?q=c4ca4238'))).toBe(1);
  }, 300_000);

  test('of very many matches shows each once in every sort order, and no drafts to the public', async () => {
    const { pool } = shop.database;
    await pool.query("update tools set state = 'draft' where id like 'x0000%' and unit_price_minor % 100 = 0");
    await shop.workers.get('tool-search').run();
    for (const sort of ['relevance', 'price', '-stock', 'name']) {
      const seen = new Set<string>();
      let path: string | null = `/tools?q=forged&sort=${sort}&limit=100`;
      for (let page = 1; page <= 8 && path !== null; page += 1) {
        const response: ApiResponse = await shop.call('GET', path);
        expect([sort, page, response.status, listBody(response).length]).toEqual([sort, page, 200, 100]);
        for (const { _id } of listBody(response)) seen.add(String(_id));
        path = /<\/api([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1] ?? null;
      }
      expect([sort, seen.size]).toEqual([sort, 800]);
      const drafts = await pool.query("select from tools where state = 'draft' and id = any($1)", [[...seen]]);
      expect([sort, drafts.rowCount]).toEqual([sort, 0]);
    }
  });

  test('in every sort order and state, searched or not, neither reads a whole growing table nor sorts it', async () => {
    const { pool } = shop.database;
    const { paths } = objectBody(await get('/openapi.json')) as unknown as OpenApi;
    const lists = Object.entries(paths).flatMap(([path, { get: call }]) => {
      const getValues = (name: string) => call?.parameters?.find((one) => one.name === name)?.schema.enum ?? [];
      const [sorts, states] = [getValues('sort'), getValues('state')];
      // A signed address runs the same statements as the unsigned one.
      return sorts.length > 0 && !path.includes('/signed/')
        ? [{ path: path.replace(/^\/api/, ''), sorts, states }]
        : [];
    });
    expect(lists.length).toBeGreaterThanOrEqual(14);
    const faults: string[] = [];
    let plans = 0;
    for (const { path, sorts, states } of lists) {
      const own = path === '/myorder' ? `email=${admin.email}&` : '';
      const queries = [
        'limit=5',
        ...sorts.flatMap((sort) => ['', ...states].map((state) => `sort=${sort}${state && `&state=${state}`}&limit=5`)),
        ...['', ...states].map((state) => `q=zzzzqq${state && `&state=${state}`}&limit=5`),
        // Numbers of other things are resolved beforehand.
        'q=1Z99-88776655&limit=5',
        // Searches that most rows match are slow. Their plans only depend on whether there is a state, not on which.
        ...['', ...states.slice(0, 1)].map((state) => `q=cy${state && `&state=${state}`}&limit=5`),
      ];
      for (const query of queries.filter((one) => !isToolSearch(path, one))) {
        const statements = await recordStatements(async () => {
          const { status } = await (path.startsWith('/exports/') ? getBatches : get)(`${path}?${own}${query}`);
          expect([path, query, status]).toEqual([path, query, 200]);
        });
        for (const plan of await explainAll(pool, statements)) {
          plans += 1;
          faults.push(...listFaults(plan, GROWING, 12_000).map((fault) => `${path}?${query} ${fault}`));
        }
      }
    }
    expect(plans).toBeGreaterThan(500);
    expect(faults).toEqual([]);
  }, 300_000);

  test('without an index for its sort order is detected', async () => {
    const { pool } = shop.database;
    const explain = (text: string) => explainAll(pool, [{ text, values: [] }]);
    const getErrors = async (text: string) =>
      (await explain(text)).flatMap((plan) => listFaults(plan, GROWING, 12_000));
    expect(await getErrors('select id from tools order by about limit 5')).toEqual(
      expect.arrayContaining(['reads all of tools', expect.stringMatching(/^sorts \d{5} rows$/)]),
    );
  });
});
