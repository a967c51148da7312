import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getTableName } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { tools } from '#src/features/catalogue/tool/tables.server.ts';
import { contactMessages, quotes } from '#src/features/enquiries/tables.server.ts';
import { images } from '#src/features/images/tables.server.ts';
import { mails } from '#src/features/mail/tables.server.ts';
import { orders } from '#src/features/orders/tables.server.ts';
import { payments } from '#src/features/payments/tables.server.ts';
import { NEXT_PURCHASE_SEQ_SQL, PURCHASE_NUMBER_SQL } from '#src/features/purchases/purchase-numbers.server.ts';
import { createMissingPurchases } from '#src/flows/purchases/create-missing-purchases.server.ts';
import { copyMigrations, migrateDatabase } from '#src/platform/migrate.server.ts';
import { StartupError } from '#src/platform/startup-error.server.ts';
import { EMPTY_PLAIN_FIELDS } from '#src/shared/tool-fields/plain-fields.ts';
import { dropDatabase, runStatement } from '#tests/support/database.ts';
import { withDatabase } from '#tests/support/database-url.ts';

const server = inject('postgresUrl');
const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns a folder with the migrations up to this number, as in an older version. */
function migrationsUpTo(last: number): string {
  const older = join(folder, String(last));
  copyMigrations('migrations', older, ({ idx }) => idx <= last);
  return older;
}

/** Creates and fills a database of an older version, and then upgrades it. */
function upgradeFrom(last: number, fill: string) {
  const name = `upgrade_${randomBytes(6).toString('hex')}`;
  const url = withDatabase(server, name);
  const database = new pg.Client({ connectionString: url });
  const read = async (statement: string) => (await database.query(statement)).rows;
  beforeAll(async () => {
    await runStatement(server, `create database ${name}`);
    await migrateDatabase(url, migrationsUpTo(last));
    await database.connect();
    await database.query(fill);
    await migrateDatabase(url, 'migrations');
  });
  afterAll(async () => {
    await database.end();
    await dropDatabase(server, name);
  });
  return { url, database, read };
}

describe('a database from before payments were listed', () => {
  // These orders need no real owners.
  const { read } = upgradeFrom(
    7,
    `
    do $$ declare rule record; begin
      for rule in select conname, conrelid::regclass as of from pg_constraint
        where contype = 'f' and conrelid in ('payments'::regclass, 'mails'::regclass) loop
        execute format('alter table %s drop constraint %I', rule.of, rule.conname);
      end loop;
    end $$;
    insert into payments (id, order_id, user_id, state, intent_id, amount_cents, currency, refund_id, created_at, settled_at) values
      ('third', 'o1', 'u', 'refunded', 'pi_3', 100, 'usd', 're_later', '2026-03-03', '2026-03-04'),
      ('first', 'o1', 'u', 'refunded', 'pi_1', 100, 'usd', 're_notified', '2026-01-01', '2026-01-02'),
      ('second', 'o2', 'u', 'refunded', 'pi_2', 100, 'usd', null, '2026-02-02', '2026-02-03');
    insert into mails (id, kind, recipient, subject, text, order_id) values
      ('m1', 'payment_refunded', 'a@example.com', 's', 't', 'o1'), ('m2', 'order_placed', 'a@example.com', 's', 't', 'o1');
    insert into provider_events (id, type, intent_id, payload) values
      ('evt_due', 'payment_intent.succeeded', 'pi_1', '{"client_secret": "x"}'), ('evt_none', 'balance.available', null, '{}');`,
  );

  test('payments keep the order in which they started, and new ones follow', async () => {
    expect(await read('select id, seq::int from payments order by seq')).toEqual([
      { id: 'first', seq: 1 },
      { id: 'second', seq: 2 },
      { id: 'third', seq: 3 },
    ]);
    expect(await read("select nextval(pg_get_serial_sequence('payments', 'seq'))::int as seq")).toEqual([{ seq: 4 }]);
  });

  test('a customer who got a refund email gets no second one', async () => {
    expect(await read('select id, dedupe_key from mails order by id')).toEqual([
      { id: 'm1', dedupe_key: 're_notified' },
      { id: 'm2', dedupe_key: '' },
    ]);
  });

  test('a refund without an id at the provider becomes due', async () => {
    expect(await read("select state from payments where id = 'second'")).toEqual([{ state: 'refund_due' }]);
  });

  test('webhook events without an intent are applied, and the others become due', async () => {
    expect(
      await read(
        'select id, applied_at is not null as applied, next_attempt_at is not null as due from provider_events order by id',
      ),
    ).toEqual([
      { id: 'evt_due', applied: false, due: true },
      { id: 'evt_none', applied: true, due: false },
    ]);
  });
});

/** A row of every table in every state, as the version with migration 0010 wrote them. */
const EVERY_STATE = `
  insert into users (id, email, display_name, subject, email_confirmed, role) values
    ('ada', 'ada@example.com', 'Ada', 'embedded:1', true, 'admin'), ('ben', 'ben@example.com', 'Ben', null, false, 'customer');
  insert into tools (id, item_name, about, unit_price_cents, min_order_quantity, available, held, sold, picture) values
    ('t', 'Vise', 'It holds.', 100, 1, 90, 1, 9, '/images/drawings/bench-vice.svg');
  insert into stock_adjustments (id, tool_id, delta, reason) values ('a', 't', 100, 'initial');
  insert into orders (id, user_id, tool_id, state, name, email, item_name, img, quantity, unit_price_cents, total_cents,
      currency, transaction_id, paid_at, shipped_at, ended_at, refunded_cents, dispute_state, idempotency_key)
    select state, 'ben', 't', state, 'Ben', 'ben@example.com', 'Vise', '/images/drawings/bench-vice.svg', 1, 100, 100, 'usd',
      case when paid then 'pi_' || state end, case when paid then now() end, case when state = 'shipped' then now() end,
      case when state in ('deleted', 'expired') then now() end, case when state = 'paid' then 40 else 0 end,
      case when state = 'shipped' then 'needs_answer' end, state
    from (select unnest(array['placed', 'paid', 'shipped', 'deleted', 'expired']) as state) s,
      lateral (select state in ('paid', 'shipped') as paid) p;
  insert into stock_holds (order_id, tool_id, quantity, state, expires_at) values
    ('placed', 't', 1, 'held', now()), ('paid', 't', 1, 'sold', now()), ('expired', 't', 1, 'returned', now());
  insert into payments (id, order_id, user_id, state, intent_id, amount_cents, currency, refund_id, settled_at, checked_at,
      provider_status, asked_at, money_read_at) values
    ('p1', 'placed', 'ben', 'creating', null, 100, 'usd', null, null, null, null, null, null),
    ('p2', 'deleted', 'ben', 'open', 'pi_2', 100, 'usd', null, null, now(), 'requires_payment_method', '2026-01-02', null),
    ('p3', 'paid', 'ben', 'captured', 'pi_paid', 100, 'usd', null, now(), now(), 'succeeded', '2026-01-03', '2026-01-04'),
    ('p4', 'paid', 'ben', 'canceled', 'pi_4', 100, 'usd', null, now(), null, 'succeeded', '2026-01-02', null),
    ('p5', 'expired', 'ben', 'refund_due', 'pi_5', 100, 'usd', null, now(), null, 'succeeded', '2026-01-02', null),
    ('p6', 'expired', 'ben', 'refunded', 'pi_6', 100, 'usd', 're_6', now(), null, 'succeeded', '2026-01-02', null),
    ('p7', 'expired', 'ben', 'charged_back', 'pi_7', 100, 'usd', null, now(), null, 'succeeded', '2026-01-02', null);
  insert into payment_refunds (id, payment_id, amount_cents, status, created_at) values
    ('re_3', 'p3', 40, 'succeeded', now()), ('re_4', 'p3', 10, 'failed', now());
  insert into payment_disputes (id, payment_id, amount_cents, status, reason, created_at) values
    ('du_1', 'p3', 100, 'needs_response', 'general', now());
  insert into provider_events (id, type, intent_id, applied_at, next_attempt_at, last_error) values
    ('evt_due', 'payment_intent.succeeded', 'pi_2', null, now(), null),
    ('evt_applied', 'payment_intent.succeeded', 'pi_paid', now(), null, null),
    ('evt_stuck', 'payment_intent.succeeded', 'pi_4', null, null, 'No.');
  insert into mails (id, kind, recipient, subject, data, text, order_id, about, state, sent_at) values
    ('waiting', 'order_placed', 'ben@example.com', 's', '{}', null, 'placed', '', 'waiting', null),
    ('sent', 'payment_refunded', 'ben@example.com', 's', '{}', null, 'paid', 're_3', 'sent', now()),
    ('dead', 'payment_refunded', 'ben@example.com', 's', '{}', null, 'paid', 're_4', 'dead', null);
  insert into mails (id, kind, recipient, subject, text) values 
    ('kept', 'confirm_email', 'ben@example.com', 's', 'Open https://shop.example/confirm/canary');
  insert into images (id, owner_id, width, height, store, host_address, delete_address, under_way) values
    ('i1', 'ada', 9, 9, 'local', null, null, false),
    ('i2', 'ada', 9, 9, 'imgbb', 'https://i.ibb.co/a.webp', 'https://ibb.co/a/b', false),
    ('i3', 'ada', 9, 9, 's3', null, null, true);
  insert into quotes (id, name, email, message, product, quantity, company, open_key, done_at) values
    ('q1', 'Cy', 'cy@example.com', 'm', 'Vise', 1, '', 'key', null), ('q2', 'Cy', 'cy@example.com', 'm', 'Vise', 1, '', null, now());
  insert into contact_messages (id, name, email, message, subject, open_key, done_at) values
    ('c1', 'Cy', 'cy@example.com', 'm', 's', 'key', null), ('c2', 'Cy', 'cy@example.com', 'm', 's', null, now());
  insert into subscribers (id, email, state, confirmed_at, left_at) values ('s1', 'a@example.com', 'pending', null, null),
    ('s2', 'b@example.com', 'confirmed', now(), null), ('s3', 'c@example.com', 'left', now(), now());
  insert into newsletter_links (token_hash, subscriber_id, purpose) values ('h1', 's1', 'confirm'), ('h2', 's2', 'leave');
  insert into reviews (id, user_id, display_name, image, company, designation, title, rating, about) values
    ('r', 'ben', 'Ben', '', 'B', 'B', 'Good', 5, 'Yes.');
  insert into profiles (id, user_id, display_name, image, number, college_name, university_name, division, district) values
    ('f', 'ben', 'Ben', '', '1', '', '', '', '');
  insert into blogs (id, author, question, short_description, detail, tags) values ('b', 'A', 'Q', 'S', '[]', '{}');
  insert into identity_users (id, name, email) values ('iu', 'Ada', 'ada@example.com');
  insert into identity_links (token_hash, user_id, purpose, expires_at) values ('l', 'iu', 'reset', now());
  insert into identity_requests (id, kind, email) values ('ir', 'sign_up', 'dee@example.com');
  insert into sign_ins (key) values ('firebase:1:2');
  insert into access_tokens (token_hash, user_id, sign_in, expires_at) values ('x', 'ben', 'firebase:1:2', now());
  insert into card_sandbox.payment_methods (id, brand, last4, exp_month, exp_year, behaviour) values
    ('pm_' || repeat('a', 24), 'visa', '4242', 1, 2030, 'pay');`;

describe('a filled database of the previous version', () => {
  const { url, database, read } = upgradeFrom(10, EVERY_STATE);
  const db = drizzle({ client: database, casing: 'snake_case' });

  test('emails keep their states under the new names', async () => {
    expect(
      await db.select({ id: mails.id, state: mails.state, dedupeKey: mails.dedupeKey }).from(mails).orderBy(mails.id),
    ).toEqual([
      { id: 'dead', state: 'failed', dedupeKey: 're_4' },
      { id: 'kept', state: 'stored', dedupeKey: '' },
      { id: 'sent', state: 'sent', dedupeKey: 're_3' },
      { id: 'waiting', state: 'waiting', dedupeKey: '' },
    ]);
    // Every admin can search the text, so it must not contain the link.
    expect(await read("select text from mails where id = 'kept'")).toEqual([{ text: 'Open [link]' }]);
    const [fresh] = await db
      .insert(mails)
      .values({ id: 'new', kind: 'account_exists', recipient: 'a@example.com', subject: 's', data: {} })
      .returning();
    expect(fresh?.state).toBe('stored');
  });

  test('payments keep the time and the kind of their last provider check', async () => {
    const [paid] = await db.select().from(payments).orderBy(payments.seq).offset(2).limit(1);
    expect(paid).toMatchObject({
      id: 'p3',
      providerCheckedAt: new Date('2026-01-03T00:00:00Z'),
      refundsSyncedAt: new Date('2026-01-04T00:00:00Z'),
      claimedAt: expect.any(Date),
    });
    expect(await read('select state from payments order by seq')).toHaveLength(7);
  });

  test('images keep their storage and URL', async () => {
    const rows = await db.select().from(images).orderBy(images.id);
    expect(
      rows.map(({ storage, hostedUrl, deleteUrl, uploading }) => [storage, hostedUrl, deleteUrl, uploading]),
    ).toEqual([
      ['local', null, null, false],
      ['imgbb', 'https://i.ibb.co/a.webp', 'https://ibb.co/a/b', false],
      ['s3', null, null, true],
    ]);
    // Their files still come from the version that stored them.
    expect(rows.map(({ generation, recompressed }) => [generation, recompressed])).toEqual(rows.map(() => [1, false]));
  });

  test('later plain fields of a tool are empty', async () => {
    expect(await db.select().from(tools)).toEqual([expect.objectContaining(EMPTY_PLAIN_FIELDS)]);
  });

  test('tools and orders keep their images, and enquiries their deduplication keys', async () => {
    expect(await db.select({ image: tools.image }).from(tools)).toEqual([{ image: '/images/drawings/bench-vice.svg' }]);
    expect(new Set((await db.select().from(orders)).map(({ image }) => image))).toEqual(
      new Set(['/images/drawings/bench-vice.svg']),
    );
    for (const table of [quotes, contactMessages]) {
      const rows = await db.select().from(table).orderBy(table.id);
      expect(rows.map(({ dedupeKey }) => dedupeKey)).toEqual(['key', null]);
      const { id: _, seq: _seq, ...again } = rows[0] as (typeof rows)[number];
      await expect(
        db.insert(table as typeof quotes).values({ ...(again as typeof quotes.$inferInsert), id: 'again' }),
        getTableName(table),
      ).rejects.toMatchObject({ cause: { constraint: `${getTableName(table)}_dedupe_key` } });
    }
  });

  test.each([
    ['a former state', "update mails set state = 'kept'", 'mails_state_known'],
    [
      'a second email about one event',
      "update mails set dedupe_key = 're_3' where id = 'dead'",
      'mails_purchase_event',
    ],
    ['an order deleted', "delete from orders where id = 'paid'", 'orders_never_deleted'],
    ['a total changed', 'update orders set total_minor = 1, unit_price_minor = 1', 'orders_terms_fixed'],
    ['more refunded than paid', 'update orders set refunded_minor = 101', 'orders_refund_bounds'],
    ['an unknown storage', "update images set storage = 'ftp'", 'images_storage_known'],
    ['a done request with a key', 'update quotes set done_at = now()', 'quotes_done_has_no_dedupe_key'],
  ])('the database still rejects %s', async (_what, statement, constraint) => {
    await expect(database.query(statement)).rejects.toMatchObject({ constraint });
  });

  test('tools get a SKU from their number, neutral terms, and their price as the first entry of the history', async () => {
    expect(
      await read(
        'select sku, pack_multiple, max_order_quantity, volume_prices, state, version, stock_state from tools',
      ),
    ).toEqual([
      {
        sku: 'IM-00001',
        pack_multiple: 1,
        max_order_quantity: null,
        volume_prices: [],
        state: 'on_sale',
        version: 1,
        stock_state: 'available',
      },
    ]);
    expect(
      await read('select p.tool_id, p.unit_price_minor, p.at = t.created_at as since from price_changes p, tools t'),
    ).toEqual([{ tool_id: 't', unit_price_minor: 100, since: true }]);
  });

  test('tools get a slug from their name', async () => {
    expect(await read('select slug, specifications, weight, warnings from tools')).toEqual([
      { slug: 'vise', specifications: [], weight: null, warnings: '' },
    ]);
  });

  test('no old names are left', async () => {
    expect(
      await read(`select table_name, column_name from information_schema.columns where table_schema in ('public', 'card_sandbox')
        and column_name in ('asked_at', 'money_read_at', 'checked_at', 'under_way', 'store', 'host_address',
          'delete_address', 'open_key', 'picture', 'img', 'behaviour')
        and table_name <> 'vat_checks'`),
    ).toEqual([]);
  });

  test('every order becomes a purchase of one line with a number, its dates and its transaction', async () => {
    const { rows } = await database.query('select id from orders where purchase_id is null order by seq');
    expect(rows.map(({ id }) => id)).toEqual(['placed', 'paid', 'shipped', 'deleted', 'expired']);
    expect(await createMissingPurchases({ db })).toBe(5);
    expect(await createMissingPurchases({ db })).toBe(0);
    // PostgreSQL must know their number at once, since its plans would otherwise read all purchases for each order.
    expect(
      await read(
        "select tablename from pg_stats where attname in ('purchase_id', 'seq') and tablename in ('orders', 'purchases')",
      ),
    ).toEqual(expect.arrayContaining([{ tablename: 'orders' }, { tablename: 'purchases' }]));
    const year = new Date().getUTCFullYear();
    expect(
      await read(`select p.id, p.number, p.state, p.transaction_id, p.refunded_minor::int, p.dispute_state, o.line_number,
        o.shipped_quantity, p.placed_at = o.placed_at as same_time from purchases p join orders o on o.purchase_id = p.id order by p.seq`),
    ).toEqual(
      [
        ['placed', 'placed', null, 0, null, 0],
        ['paid', 'paid', 'pi_paid', 40, null, 0],
        ['shipped', 'shipped', 'pi_shipped', 0, 'needs_answer', 1],
        ['deleted', 'canceled', null, 0, null, 0],
        ['expired', 'expired', null, 0, null, 0],
      ].map(([id, state, transaction_id, refunded_minor, dispute_state, shipped_quantity], at) => ({
        id,
        number: `IM-${year}-00000${at + 1}`,
        state,
        transaction_id,
        refunded_minor,
        dispute_state,
        line_number: 1,
        shipped_quantity,
        same_time: true,
      })),
    );
    expect(
      await read(`select seq::int, ${PURCHASE_NUMBER_SQL} as number from (select ${NEXT_PURCHASE_SEQ_SQL} as seq) n`),
    ).toEqual([{ seq: 6, number: `IM-${year}-000006` }]);
    // The foreign keys of tables that pointed to orders are validated for all rows.
    for (const table of ['mails', 'payments'])
      await database.query(`alter table ${table} validate constraint ${table}_purchase_id_purchases_id_fk`);
  });

  test('the previous version of the shop does not start on it', async () => {
    await expect(migrateDatabase(url, migrationsUpTo(10))).rejects.toThrow(StartupError);
    await expect(migrateDatabase(url, migrationsUpTo(10))).rejects.toThrow('newer version of the shop');
  });
});

describe('a database whose refunds did not record which pieces were shipped', () => {
  const { read } = upgradeFrom(
    27,
    // These pieces need no real purchases.
    `do $$ declare rule record; begin
      for rule in select conname, conrelid::regclass as of from pg_constraint
        where contype = 'f' and conrelid in ('orders'::regclass, 'refunds'::regclass, 'refund_lines'::regclass) loop
        execute format('alter table %s drop constraint %I', rule.of, rule.conname);
      end loop;
    end $$;
    alter table orders disable trigger user;
    alter table refunds disable trigger user;
    insert into orders (id, user_id, tool_id, state, name, email, item_name, image, quantity, unit_price_cents, total_cents, currency,
        transaction_id, paid_at, shipped_at, shipped_quantity, refunded_quantity)
      select id, 'u', 't', state, '', '', '', '', 10, 1, 10, 'usd', 'pi', now(), case state when 'shipped' then now() end, shipped, refunded
      from (values ('partly', 'shipped', 7, 5), ('waiting', 'paid', 0, 3), ('whole', 'paid', 0, 0)) as o (id, state, shipped, refunded);
    insert into refunds (id, purchase_id, payment_id, amount_cents, reason, state, provider_refund_id, settled_at)
      select 'r' || i, 'p', 'p', 1, 'Bent', state, 're' || i, now()
      from (values (1, 'succeeded'), (2, 'failed'), (3, 'succeeded')) as r (i, state);
    insert into refund_lines (refund_id, order_id, quantity, amount_cents) values
      ('r1', 'partly', 2, 0), ('r2', 'partly', 4, 0), ('r3', 'partly', 3, 0), ('r3', 'waiting', 3, 0);
    alter table orders enable trigger user;
    alter table refunds enable trigger user;`,
  );

  test('unshipped pieces count as refunded first, oldest refund first', async () => {
    expect(await read('select id, canceled_quantity as canceled from orders order by id')).toEqual([
      { id: 'partly', canceled: 3 },
      { id: 'waiting', canceled: 3 },
      { id: 'whole', canceled: 0 },
    ]);
    expect(
      await read(
        "select refund_id || ' ' || order_id || ' ' || canceled_quantity as line from refund_lines order by refund_id, order_id",
      ),
    ).toEqual(['r1 partly 2', 'r2 partly 0', 'r3 partly 1', 'r3 waiting 3'].map((line) => ({ line })));
  });
});

describe('a database whose tools share names', () => {
  const { read } = upgradeFrom(
    19,
    `insert into tools (id, item_name, about, unit_price_cents, min_order_quantity, available, image)
       select 't' || n, name, 'Steel.', 100, 1, 0, '/images/x.svg'
       from unnest(array['Rule', 'Rule', 'Rule 2', 'rule', '鋼尺', '鋼尺', 'Rule 2!']) with ordinality as named (name, n)`,
  );

  test('gives each of them its own slug, and the plain one to the oldest', async () => {
    const slugs = (await read('select slug from tools order by seq')).map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(7);
    expect(slugs[0]).toBe('rule');
    for (const slug of slugs) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });
});

describe('a database whose tools have their categories as text', () => {
  const { read } = upgradeFrom(
    29,
    `insert into tools (id, item_name, about, unit_price_cents, min_order_quantity, available, image, category, state, specifications)
       select 't' || n, 'Rule', 'Steel.', 100, 1, 0, '/images/x.svg', category, case n when 3 then 'draft' else 'on_sale' end,
         '[{"name": "Length", "value": "20 to 30", "unit": "cm"}, {"name": "Steel", "value": "C45", "unit": ""}]'
       from unnest(array['Rules', 'RULES', 'rules', 'Wood > Rules', '', '鋼尺']) with ordinality as named (category, n);
     insert into bulk_changes (id, kind, change, count, made_by, fingerprint) values ('b', 'category', '{"kind": "category", "category": "Rules"}', 2, 'a', '');
     insert into bulk_change_rows values ('b', 't1', '{"category": ""}', '{"category": "rules"}'), ('b', 't2', '{"category": "Gone"}', '{"category": "Rules"}')`,
  );

  test('makes a category from each text, ignoring case, and no tool counts as changed', async () => {
    const [{ id } = { id: '' }] = await read("select id from categories where name = 'Rules'");
    expect(await read('select name, slug, parent_id as parent from categories order by position')).toEqual([
      { name: 'Rules', slug: 'rules', parent: null },
      { name: 'Wood / Rules', slug: 'wood-rules', parent: null },
      { name: '鋼尺', slug: 'category', parent: null },
    ]);
    expect(await read(`select id, version from tools where category_id = '${id}' order by id`)).toEqual(
      ['t1', 't2', 't3'].map((tool) => ({ id: tool, version: 1 })),
    );
    expect(await read('select sum(delta)::int as tools from category_tool_counts')).toEqual([{ tools: 4 }]);
    expect(await read('select before, after from bulk_change_rows order by tool_id')).toEqual([
      { before: { category: '', categoryId: null }, after: { category: 'rules', categoryId: id } },
      { before: { category: 'Gone' }, after: { category: 'Rules', categoryId: id } },
    ]);
  });

  test('has the filter data of tools on sale', async () => {
    const facets = await read('select tokens, number_keys as keys, lows, highs from tool_facets');
    expect(facets).toHaveLength(5);
    expect(facets[0]).toEqual({
      tokens: ['Length\u001f20 to 30\u001fcm', 'Steel\u001fC45\u001f'],
      keys: ['Length\u001fmm'],
      lows: [200],
      highs: [300],
    });
  });
});

describe('a long list from before its searched text was stored', () => {
  const { read } = upgradeFrom(
    33,
    `insert into users (id, email, display_name) select 'u' || n, 'buyer' || n || '@example.com', 'Björn Sørensen' from generate_series(1, 3000) n`,
  );

  test('can be searched at once, and needs no vacuum to count by index', async () => {
    expect(await read("select searched from users where id = 'u7'")).toEqual([
      { searched: 'buyer7@example.com\nbjorn sorensen' },
    ]);
    // Whether rows get marked as visible depends on concurrent readers.
    const countVacuums = () =>
      read("select vacuum_count::int as count from pg_stat_user_tables where relname = 'users'");
    await expect.poll(countVacuums).toEqual([{ count: 1 }]);
  });
});

describe('a database from before tools had a reorder level', () => {
  const { read } = upgradeFrom(
    43,
    `insert into tools (id, item_name, about, unit_price_cents, min_order_quantity, pack_multiple, available, image, state)
       select 't' || n, 'Rule', 'Steel.', 100, 10, 4, available, '/images/x.svg', state
       from unnest(array[35, 12000, 24], array['on_sale', 'on_sale', 'archived']) with ordinality as filled (available, state, n)`,
  );

  test('knows at once for how many minimum orders each tool has stock', async () => {
    expect(await read('select orders_left from tool_stocks order by tool_id')).toEqual(
      [2, 1000, 1000].map((orders_left) => ({ orders_left })),
    );
    expect(await read('select reorder_level, version from tools limit 1')).toEqual([
      { reorder_level: null, version: 1 },
    ]);
  });
});

describe('a database whose amounts are named after cents', () => {
  const { read } = upgradeFrom(
    56,
    `insert into tools (id, item_name, about, unit_price_cents, volume_prices, min_order_quantity, available, image)
       values ('t', 'Rule', 'Steel.', 900, '[{"quantity": 10, "unitPriceCents": 800}]', 1, 5, '/images/x.svg');
     insert into bulk_changes (id, kind, change, count, made_by, fingerprint) values ('b', 'price', '{}', 1, 'a', '');
     insert into bulk_change_rows values ('b', 't', '{"unitPriceCents": 1000, "volumePrices": []}', '{"unitPriceCents": 900, "volumePrices": []}');
     insert into mails (id, kind, recipient, subject, data) values
       ('m', 'order_placed', 'a@example.com', 's', '{"order": {"name": "Says \\"totalCents\\": 5", "totalCents": 900}}')`,
  );

  test('keeps them under names of minor units, and no tool counts as changed', async () => {
    expect(await read('select unit_price_minor, volume_prices, version from tools')).toEqual([
      { unit_price_minor: 900, volume_prices: [{ quantity: 10, unitPriceMinor: 800 }], version: 1 },
    ]);
    expect(await read('select unit_price_minor, volume_prices from price_changes')).toEqual([
      { unit_price_minor: 900, volume_prices: [{ quantity: 10, unitPriceMinor: 800 }] },
    ]);
    expect(await read('select before, after from bulk_change_rows')).toEqual([
      { before: { unitPriceMinor: 1000, volumePrices: [] }, after: { unitPriceMinor: 900, volumePrices: [] } },
    ]);
  });

  test('keeps what people wrote', async () => {
    expect(await read("select data -> 'order' as data from mails")).toEqual([
      { data: { name: 'Says "totalCents": 5', totalMinor: 900 } },
    ]);
  });

  test('changes prices and terms as before', async () => {
    await read('update tools set unit_price_minor = 950');
    expect(await read('select version from tools')).toEqual([{ version: 2 }]);
    expect(await read('select unit_price_minor from price_changes order by at desc limit 1')).toEqual([
      { unit_price_minor: 950 },
    ]);
  });
});
