import { afterEach, beforeEach, expect, test } from 'vitest';
import { prepareDatabase } from '#src/app/prepare-database.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { createDatabaseWithRoles, type DatabaseWithRoles } from '#tests/support/database-roles.ts';

let database: DatabaseWithRoles;
let lines: string[];
beforeEach(async () => {
  database = await createDatabaseWithRoles();
  lines = [];
});
afterEach(() => database.drop());

const asApp = (statement: string) => database.queryAs(database.app, statement);
const asOwner = (statement: string) => database.queryAs(database.owner, statement);

function prepare(url: string, migrationUrl?: string): Promise<void> {
  const log = createLog('warn', { write: (line) => lines.push(line) });
  const urls = { url, ...(migrationUrl ? { migrationUrl } : {}) };
  return prepareDatabase(urls, 'migrations', log);
}

const prepareApart = () => prepare(database.env.DATABASE_URL, database.env.DATABASE_MIGRATION_URL);
const prepareAlone = () => prepare(database.env.DATABASE_URL);

test('the role that runs the shop can read and write rows, only append to permanent records, and change no tables', async () => {
  await prepareApart();
  // Partitions can only be accessed through their table.
  const tables = await asApp(
    `select c.relname as name, array(select privilege from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE'])
       as privilege where has_table_privilege(c.oid, privilege)) as privileges
     from pg_class c where relkind in ('r', 'p') and not relispartition and relnamespace in ('public'::regnamespace, 'card_sandbox'::regnamespace)`,
  );
  expect(tables.length).toBeGreaterThan(20);
  for (const { name, privileges } of tables) {
    const isLasting = ['stock_adjustments', 'price_changes', 'audit_events'].includes(String(name));
    const expected = isLasting ? ['SELECT', 'INSERT'] : ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
    expect(privileges, String(name)).toEqual(expected);
  }
  for (const statement of [
    'alter table orders add column more int',
    'alter table orders disable trigger user',
    'drop table orders',
    'truncate orders',
    'update stock_adjustments set delta = 9',
    'delete from stock_adjustments',
    "update audit_events set action = 'order.paid'",
    'create table more ()',
    'create schema more',
    'create index more on orders (state)',
    'create or replace function reject_order_change() returns trigger language plpgsql as $$begin return new; end$$',
    'delete from drizzle.__drizzle_migrations',
    `set role ${database.owner}`,
  ])
    await expect(asApp(statement), statement).rejects.toThrow(/permission denied|must be owner/);
  await asApp('update audit_events set address = null');
  expect(lines).toEqual([]);
});

test('missing privileges are named before the shop opens, and a start with the other role grants them', async () => {
  await expect(prepareAlone()).rejects.toThrow(
    `The role "${database.app}" must own the shop's tables and have CREATE on the database.`,
  );
  await prepareApart();
  await asOwner(`revoke update, delete on orders from ${database.app}`);
  await expect(prepareAlone()).rejects.toThrow(
    `The role "${database.app}" of DATABASE_URL lacks 2 privileges, such as UPDATE on orders.`,
  );
  await asOwner(`revoke usage on schema card_sandbox from ${database.app}`);
  await expect(prepareAlone()).rejects.toThrow('does not see the table card_sandbox.charges');
  await asOwner(`grant update, delete on stock_adjustments to ${database.app}`);
  await prepareApart();
  await prepareAlone();
  await expect(asApp('delete from stock_adjustments')).rejects.toThrow(/permission denied/);
});

test('a start revokes excess privileges that a restore or an earlier grant left behind', async () => {
  await prepareApart();
  await asOwner(`grant update on audit_events to ${database.app}`);
  await prepareApart();
  const updatable = await asApp(
    `select attname from pg_attribute where attrelid = 'audit_events'::regclass and attnum > 0
       and has_column_privilege(attrelid, attnum, 'UPDATE')`,
  );
  expect(updatable).toEqual([{ attname: 'address' }]);
});

test('a table that the owner restored by hand works', async () => {
  await prepareApart();
  await asOwner('create table restored (id serial)');
  await asApp('insert into restored default values');
});

test('tables of another role must be handed over, and the shop says how at startup', async () => {
  const { owner, app, env } = database;
  await prepareApart();
  await expect(prepare(env.DATABASE_MIGRATION_URL, env.DATABASE_URL)).rejects.toThrow(
    `REASSIGN OWNED BY "${owner}" TO "${app}"`,
  );
});

test('a role that owns the tables is not restricted, and the log says so', async () => {
  const { DATABASE_MIGRATION_URL } = database.env;
  await prepare(DATABASE_MIGRATION_URL, DATABASE_MIGRATION_URL);
  expect(lines.join()).toContain('owns the tables');
});
