import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openDatabase } from '#src/platform/database.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { copyMigrations, migrateDatabase } from '#src/platform/migrate.server.ts';
import { dropDatabase, runStatement, toTestDatabase } from '#tests/support/database.ts';
import { withDatabase } from '#tests/support/database-url.ts';
import { checkAndClose, checkInvariants } from '#tests/support/invariants.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { addAddress, addShippingMethods, addTaxRates } from './charge-helpers.ts';
import { listBody, objectBody } from './order-helpers.ts';
import { createTradingShop, type PlacedPurchase, placePurchase } from './purchase-helpers.ts';
import { type PaidPurchase, paidPurchase, readPurchase, refund } from './refund-helpers.ts';

/** The last migration before purchases had charges. */
const BEFORE_CHARGES = 59;

// A shop without tax and shipping writes what the version before wrote. Its rows are moved to a database of that
// version, in the columns that this one has, and upgraded. Everything about them has to stay as it was.
const server = inject('postgresUrl');
const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
let before: TestShop;
let shop: TestShop;
let admin: TestUser;
let paid: PaidPurchase;
let refunded: PaidPurchase;
let unpaid: PlacedPurchase;
let papers: Map<string, Buffer>;
let seen: Record<string, unknown>[];

async function readPapers(of: TestShop, { token }: TestUser): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const { id } of [paid, refunded]) {
    const listed = listBody(await of.call('GET', `/purchases/${id}/papers`, { token }));
    // A packing list is made whenever it is read, and says when.
    for (const { kind, number, path } of listed.filter((paper) => paper.kind !== 'packing_list')) {
      const response = await of.app.request(`${of.origin}${path}`, { headers: { authorization: `Bearer ${token}` } });
      files.set(`${kind} ${number}`, Buffer.from(await response.arrayBuffer()));
    }
  }
  return files;
}

const readAll = (of: TestShop, reader: TestUser) =>
  Promise.all([paid, refunded, unpaid].map((purchase) => readPurchase(of, reader, purchase)));

interface Table {
  name: string;
  columns: string[];
}

const listTables = async (client: pg.Client): Promise<Table[]> =>
  (
    await client.query<Table>(`
      select quote_ident(table_schema) || '.' || quote_ident(table_name) as name,
        array_agg(quote_ident(column_name)::text order by ordinal_position) filter (where is_generated = 'NEVER') as columns
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema in ('public', 'card_sandbox') and table_type = 'BASE TABLE'
        and not (select relispartition from pg_class where oid = format('%I.%I', table_schema, table_name)::regclass)
      group by 1`)
  ).rows;

/** Runs work without triggers and foreign keys, so that rows can be inserted in any order. */
async function withoutRules(client: pg.Client, tables: readonly Table[], work: () => Promise<void>): Promise<void> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace in ('public'::regnamespace, 'card_sandbox'::regnamespace)`);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`);
  await work();
  for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`);
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
}

/** Moves all rows to a database of another version. */
async function moveRows(from: string, to: string): Promise<void> {
  const [source, target] = [from, to].map((url) => new pg.Client({ connectionString: url })) as [pg.Client, pg.Client];
  await Promise.all([source.connect(), target.connect()]);
  const known = new Map((await listTables(source)).map((table) => [table.name, table]));
  const tables = await listTables(target);
  await withoutRules(target, tables, async () => {
    for (const { name, columns } of tables) {
      const shared = columns.filter((column) => known.get(name)?.columns.includes(column)).join(', ');
      await target.query(`delete from ${name}`);
      const { rows } = await source.query(`select coalesce(json_agg(t), '[]')::text as all from ${name} t`);
      await target.query(
        `insert into ${name} (${shared}) overriding system value select ${shared} from json_populate_recordset(null::${name}, $1)`,
        [rows[0].all],
      );
    }
  });
  const { rows: sequences } = await source.query(`
    select quote_ident(schemaname) || '.' || quote_ident(sequencename) as name, last_value as last from pg_sequences where last_value is not null`);
  for (const { name, last } of sequences)
    await target.query('select setval(to_regclass($1), $2::bigint) where to_regclass($1) is not null', [name, last]);
  await Promise.all([source.end(), target.end()]);
}

beforeAll(async () => {
  const trading = await createTradingShop();
  before = trading.shop;
  const { ada, hammer, vise } = trading;
  const addressId = await addAddress(before, ada, {
    ...{ line1: '1 Main', city: 'Cleveland', region: 'OH', postalCode: '44114', country: 'US' },
  });
  paid = await paidPurchase(before, ada, [hammer, [vise, 10]], { addressId });
  refunded = await paidPurchase(before, ada, [hammer, vise], { addressId });
  await refund(before, trading.admin, refunded, { lines: [{ order: refunded.orders[0], quantity: 3 }] });
  await refund(before, trading.admin, refunded, { amount: '12.34' });
  unpaid = await placePurchase(before, ada, [hammer, vise], { addressId });
  papers = await readPapers(before, trading.admin);
  seen = await readAll(before, trading.admin);
  expect(seen.map(({ totals }) => (totals as { tax: string }).tax)).toEqual(['0.00', '0.00', '0.00']);

  const name = `upgrade_${randomBytes(6).toString('hex')}`;
  const url = withDatabase(server, name);
  await runStatement(server, `create database ${name}`);
  copyMigrations('migrations', folder, ({ idx }) => idx <= BEFORE_CHARGES);
  await migrateDatabase(url, folder);
  await moveRows(before.database.url, url);
  await migrateDatabase(url, 'migrations');
  const database = openDatabase(url, 10, createLog('silent'));
  shop = await createTestShop({
    settings: { tax: { kind: 'table' }, secret: before.parts.settings.secret, publicUrl: before.origin },
    database: toTestDatabase(database, url, () => dropDatabase(server, name)),
  });
  admin = await shop.createAdmin();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await before?.close();
  await (shop && checkAndClose(shop));
});

test('orders of the version before keep their totals and papers, byte for byte, also once tax and shipping are on', async () => {
  await checkInvariants(shop.database.pool);
  const stored = await shop.sql`select distinct charges, shipping_minor::int, tax_minor::int from purchases`;
  expect(stored).toEqual([{ charges: null, shipping_minor: 0, tax_minor: 0 }]);
  await addTaxRates(shop, { rate: 80_000, country: 'US' });
  await addShippingMethods(shop, 'US', { name: 'Parcel', kind: 'flat', rates: [{ from: 0, priceMinor: 900 }] });
  expect(await readAll(shop, admin)).toEqual(seen);
  const now = await readPapers(shop, admin);
  expect([...now.keys()]).toEqual([...papers.keys()]);
  expect(now.size).toBeGreaterThanOrEqual(4);
  expect([...papers].flatMap(([number, file]) => (now.get(number)?.equals(file) ? [] : [number]))).toEqual([]);
});

test('paid orders of the version before are refunded to what was paid, and unpaid ones lose a line without new charges', async () => {
  await refund(shop, admin, refunded, { lines: [{ order: refunded.orders[0], quantity: 2 }] });
  await refund(shop, admin, refunded);
  await refund(shop, admin, paid);
  for (const purchase of [paid, refunded]) {
    const { total, refunded: back } = await readPurchase(shop, admin, purchase);
    expect(back).toBe(total);
  }
  const removed = await shop.call('DELETE', `/order/${unpaid.orders[0]}`, { token: admin.token });
  expect(removed.status).toBe(200);
  const { total, totals } = await readPurchase(shop, admin, unpaid);
  expect([total, totals]).toEqual([
    '1290.00',
    { goods: '1290.00', discount: '0.00', shipping: '0.00', tax: '0.00', total: '1290.00' },
  ]);
  expect(objectBody(removed)).toMatchObject({ deletedCount: 1 });
  await checkInvariants(shop.database.pool);
});
