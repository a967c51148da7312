import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expirePurchases } from '#src/flows/cancellations/expire-purchases.server.ts';
import { type CheckReader, MAX_SUBJECTS } from '#src/invariants/check.server.ts';
import { type CheckOptions, listChecks, runChecks } from '#src/invariants/run-checks.server.ts';
import { STRICT } from '#src/invariants/tolerance.server.ts';
import { findViolations, IN_TESTS } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { type Breach, LEDGER_BREACHES, OWN_RECORD_BREACHES, UNFINISHED } from './invariant-breaches.ts';
import {
  confirmCard,
  createIntent,
  createTool,
  payOrder,
  placeOrder,
  reportPaid,
  type TestTool,
} from './order-helpers.ts';

let shop: TestShop;
let tool: TestTool;
let ada: TestUser;
let client: pg.Client;
const ids: Record<string, string> = {};
const OWN_RECORDS: CheckOptions = { tolerance: STRICT, ledger: false };

beforeAll(async () => {
  shop = await createTestShop();
  const admin = await shop.createAdmin();
  ada = await shop.signUp({ confirmed: true });
  tool = await createTool(shop, { quantity: 1_000 });
  for (const life of ['placed', 'paid', 'shipped', 'deleted', 'expired', 'refunded'])
    ids[life] = await placeOrder(shop, ada, tool);
  for (const life of ['paid', 'shipped']) await payOrder(shop, ada, ids[life] ?? '');
  await shop.call('PUT', `/updateStatus/${ids.shipped}`, { token: admin.token });
  await shop.call('DELETE', `/order/${ids.deleted}`, { token: ada.token });
  const { clientSecret, intentId } = await createIntent(shop, ada, ids.refunded ?? '');
  await shop.sql`update stock_holds set expires_at = now() - interval '1 second'
    where order_id = any(${[ids.expired, ids.refunded]})`;
  shop.faults.failRequests({ times: 9, status: 500 });
  await expirePurchases(shop.context);
  shop.faults.reset();
  await confirmCard(shop, clientSecret);
  await reportPaid(shop, ada, ids.refunded ?? '', intentId);
  client = new pg.Client({ connectionString: shop.database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await shop.close();
});

test('all invariants hold in a shop in which every kind of event happened once', async () => {
  expect(await findViolations(shop.database.pool)).toEqual([]);
  const rows = await shop.sql`select state from orders order by seq`;
  expect(rows.map((row) => row.state)).toEqual(['placed', 'paid', 'shipped', 'deleted', 'expired', 'expired']);
});

/** Statements that drop all constraints and unique indexes of the shop and the provider. */
const DROP_CONSTRAINTS = `
  select format('alter table %s drop constraint if exists %I cascade', conrelid::regclass, conname) as drop_statement
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace
    where n.nspname in ('public', 'card_sandbox') and contype in ('f', 'c', 'u') and conrelid <> 0
  union all select format('drop index if exists %s', indexrelid::regclass)
    from pg_index i join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace
    where n.nspname = 'public' and indisunique and not indisprimary
      and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`;

describe('without the database’s constraints, the checks find', () => {
  beforeAll(async () => {
    const { rows } = await client.query<{ drop_statement: string }>(DROP_CONSTRAINTS);
    for (const { drop_statement } of rows) await client.query(drop_statement);
    for (const rule of ['reject_order_change', 'reject_purchase_change', 'reject_shipment_change', 'bound_refunds'])
      await client.query(
        `create or replace function ${rule}() returns trigger language plpgsql as $$ begin return coalesce(new, old); end $$`,
      );
  });

  const fill = (statement: string) =>
    statement.replace(/:(\w+)/g, (whole, life: string) => (ids[life] ? `'${ids[life]}'` : whole));

  /** Prepares the checks, since planning the same statements for every breach took most of this file's time. */
  const prepared = {
    query: (text: string) => client.query({ name: createHash('sha1').update(text).digest('hex'), text }),
  } as CheckReader;

  /** Returns the checks that fail after these statements, and rolls the statements back. */
  async function failedAfter(statements: string[], options: CheckOptions): Promise<string[]> {
    await client.query('begin');
    try {
      for (const statement of statements) {
        const { rowCount, command } = await client.query(fill(statement));
        if (!['ALTER', 'DROP', 'SET'].includes(command)) expect(rowCount, statement).toBeGreaterThan(0);
      }
      // What papers add to the tax report is completed at the commit.
      await client.query('set constraints all immediate');
      return [...new Set((await findViolations(prepared, options)).map(({ rule }) => rule))];
    } finally {
      await client.query('rollback');
    }
  }

  const only = (check: string) => [expect.stringMatching(`^${check}`)];

  test.each<Breach>(OWN_RECORD_BREACHES)('%s …: %s', async (check, _breach, ...statements) => {
    expect(await failedAfter(statements, OWN_RECORDS)).toEqual(only(check));
  });

  test.each<Breach>(LEDGER_BREACHES)('%s …: %s', async (check, _breach, ...statements) => {
    expect(await failedAfter(statements, IN_TESTS)).toContainEqual(only(check)[0]);
    expect((await failedAfter(statements, OWN_RECORDS)).filter((name) => name.startsWith(check))).toEqual([]);
  });

  test.each(UNFINISHED)(
    '$work after a test, and in a shop that had time to finish it',
    async ({ check, seconds, statements }) => {
      const live = (runningSeconds: number): CheckOptions => ({
        ...IN_TESTS,
        tolerance: { kind: 'live', runningSeconds },
      });
      const recent = statements(`${seconds / 2} seconds`);
      const old = statements(`${seconds + 1} seconds`);
      if (seconds > 60) expect(await failedAfter(recent, IN_TESTS)).toContainEqual(only(check)[0]);
      expect(await failedAfter(recent, live(1e9))).toEqual([]);
      expect(await failedAfter(old, live(1e9))).toEqual(only(check));
      expect(await failedAfter(old, live(0))).toEqual([]);
    },
  );

  test('breaches for every check', () => {
    const tried = [...OWN_RECORD_BREACHES, ...LEDGER_BREACHES].map(([check]) => check);
    const checks = listChecks(IN_TESTS).map(({ invariant, name }) => `${invariant} ${name}`);
    const missed = checks.filter((name) => !tried.some((check) => name.startsWith(check)));
    expect(missed).toEqual(['2 money that came too late is refunded, unless a dispute holds it']);
  });

  test('all violations, and list the first twenty', async () => {
    await client.query('begin');
    await client.query(
      "insert into users (id, email, display_name, role) select 'u' || g, g || '@example.com', '', 'admin' from generate_series(1, 45) g",
    );
    const [check] = listChecks(IN_TESTS).filter(({ name }) => name.startsWith('everybody with a role'));
    const { value } = await runChecks(client, check ? [check] : []).next();
    await client.query('rollback');
    expect(value).toMatchObject({ rows: 47, violations: 45 });
    expect(value?.subjects).toHaveLength(MAX_SUBJECTS);
  });
});

describe('in the folder of images', () => {
  const folder = mkdtempSync(join(tmpdir(), 'invariants-images-'));
  const name = (letter: string, variant = '') => `${letter.repeat(24)}_200x100${variant}.webp`;
  const listFileChecks = (runningSeconds?: number) =>
    listChecks({
      ledger: false,
      imageFolder: folder,
      tolerance: runningSeconds === undefined ? STRICT : { kind: 'live', runningSeconds },
    }).filter(({ name }) => /its files|every file has a row/.test(name));
  const findSubjects = async (runningSeconds?: number) => {
    const subjects: string[][] = [];
    for await (const result of runChecks(client, listFileChecks(runningSeconds))) subjects.push(result.subjects);
    return subjects;
  };
  beforeAll(async () => {
    await client.query(
      "insert into images (id, owner_id, width, height, uploading) select repeat(l, 24), $1, 200, 100, l = 'c' from unnest(array['a', 'b', 'c']) l",
      [ada.userId],
    );
    for (const file of [name('a'), name('a', '-160'), name('b')]) writeFileSync(join(folder, file), '');
  });
  afterAll(async () => {
    await client.query('delete from images');
    rmSync(folder, { recursive: true });
  });

  test('a missing file is found, also of a smaller size, but an unfinished upload is not a violation', async () => {
    expect(await findSubjects()).toEqual([['b'.repeat(24)], []]);
  });

  test('a file without a row is found once the cleanup had time to remove it', async () => {
    const orphan = join(folder, name('d'));
    writeFileSync(orphan, '');
    expect((await findSubjects())[1]).toEqual([name('d')]);
    expect((await findSubjects(1e9))[1]).toEqual([]);
    const yesterday = Date.now() / 1000 - 86_400;
    utimesSync(orphan, yesterday, yesterday);
    expect((await findSubjects(1e9))[1]).toEqual([name('d')]);
    expect((await findSubjects(0))[1]).toEqual([]);
    rmSync(orphan);
  });
});
