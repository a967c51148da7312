import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migrateDatabase } from '#src/platform/migrate.server.ts';
import { withDatabase } from '#tests/support/database-url.ts';

const server = inject('postgresUrl');
const name = `upgrade_${randomBytes(6).toString('hex')}`;
const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
let database: pg.Client;

/** The migrations up to the one of this number, as an older version of the shop had them. */
function migrationsUpTo(last: number): string {
  const journal = JSON.parse(readFileSync('migrations/meta/_journal.json', 'utf8'));
  journal.entries = journal.entries.filter(({ idx }: { idx: number }) => idx <= last);
  mkdirSync(join(folder, 'meta'));
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify(journal));
  for (const { tag } of journal.entries) copyFileSync(`migrations/${tag}.sql`, join(folder, `${tag}.sql`));
  return folder;
}

async function onServer(statement: string) {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement);
  await client.end();
}

beforeAll(async () => {
  await onServer(`create database ${name}`);
  const url = withDatabase(server, name);
  await migrateDatabase(url, migrationsUpTo(7));
  database = new pg.Client({ connectionString: url });
  await database.connect();
  // Whose orders they are is beside the point.
  await database.query(`
    do $$ declare rule record; begin
      for rule in select conname, conrelid::regclass as of from pg_constraint
        where contype = 'f' and conrelid in ('payments'::regclass, 'mails'::regclass) loop
        execute format('alter table %s drop constraint %I', rule.of, rule.conname);
      end loop;
    end $$;
    insert into payments (id, order_id, user_id, state, intent_id, amount_cents, currency, refund_id, created_at, settled_at) values
      ('third', 'o1', 'u', 'refunded', 'pi_3', 100, 'usd', 're_later', '2026-03-03', '2026-03-04'),
      ('first', 'o1', 'u', 'refunded', 'pi_1', 100, 'usd', 're_told', '2026-01-01', '2026-01-02'),
      ('second', 'o2', 'u', 'refunded', 'pi_2', 100, 'usd', null, '2026-02-02', '2026-02-03');
    insert into mails (id, kind, recipient, subject, text, order_id) values
      ('m1', 'payment_refunded', 'a@example.com', 's', 't', 'o1'), ('m2', 'order_placed', 'a@example.com', 's', 't', 'o1');
    insert into provider_events (id, type, intent_id, payload) values
      ('evt_due', 'payment_intent.succeeded', 'pi_1', '{"client_secret": "x"}'), ('evt_none', 'balance.available', null, '{}');`);
  await migrateDatabase(url, 'migrations');
});
afterAll(async () => {
  await database.end();
  await onServer(`drop database ${name} with (force)`);
  rmSync(folder, { recursive: true });
});

const read = async (statement: string) => (await database.query(statement)).rows;

test('payments are numbered as they were begun, and new ones go on from there', async () => {
  expect(await read('select id, seq::int from payments order by seq')).toEqual([
    { id: 'first', seq: 1 },
    { id: 'second', seq: 2 },
    { id: 'third', seq: 3 },
  ]);
  await database.query(
    "insert into payments (id, order_id, user_id, amount_cents, currency) values ('fourth', 'o4', 'u', 100, 'usd')",
  );
  expect(await read("select seq::int from payments where id = 'fourth'")).toEqual([{ seq: 4 }]);
});

test('a customer who was written to of a refund is not written to again', async () => {
  expect(await read('select id, about from mails order by id')).toEqual([
    { id: 'm1', about: 're_told' },
    { id: 'm2', about: '' },
  ]);
});

test('a refund that was only said to be made is due', async () => {
  expect(await read("select state from payments where id = 'second'")).toEqual([{ state: 'refund_due' }]);
});

test('messages about no intent are done with, the others due', async () => {
  expect(
    await read(
      'select id, applied_at is not null as applied, next_attempt_at is not null as due from provider_events order by id',
    ),
  ).toEqual([
    { id: 'evt_due', applied: false, due: true },
    { id: 'evt_none', applied: true, due: false },
  ]);
});
