import { Readable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createArchive, readArchive } from '#src/platform/backup/archive.server.ts';
import { type DatabaseManifest, dumpTable, readManifest, readTableName } from '#src/platform/backup/dump-database.server.ts';
import { beginRestore } from '#src/platform/backup/restore-tables.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { createTool, payOrder, placeOrder } from './order-helpers.ts';

let shop: TestShop;
let empty: TestDatabase;
let ada: TestUser;

beforeAll(async () => {
  shop = await createTestShop();
  empty = await createTestDatabase();
  ada = await shop.signUp();
  const tool = await createTool(shop, { quantity: 1_000 });
  await payOrder(shop, ada, await placeOrder(shop, ada, tool));
  await placeOrder(shop, ada, tool);
});
afterAll(async () => {
  await empty.drop();
  await shop.close();
});

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

const collect = async (stream: ReadableStream<Uint8Array>) => Buffer.from(await new Response(stream).arrayBuffer());
const open = (bytes: Uint8Array) => new Response(bytes as BodyInit).body as ReadableStream<Uint8Array>;

async function dump(key?: string): Promise<Buffer> {
  const client = await connect(shop.database.url);
  await client.query('begin transaction isolation level repeatable read, read only');
  const archive = await createArchive(key);
  const bytes = collect(archive.bytes);
  const manifest = await readManifest(client);
  await archive.add('manifest.json', Buffer.from(JSON.stringify(manifest)));
  for (const table of manifest.tables) await dumpTable(client, table, archive);
  await archive.finish();
  await client.end();
  return bytes;
}

async function restore(bytes: Uint8Array, key?: string): Promise<void> {
  const client = await connect(empty.url);
  try {
    let restorer: Awaited<ReturnType<typeof beginRestore>> | null = null;
    for await (const { name, body } of readArchive(open(bytes), key)) {
      const table = readTableName(name);
      if (name === 'manifest.json')
        restorer = await beginRestore(client, (await new Response(body).json()) as DatabaseManifest);
      else if (table) await restorer?.add(table, body);
    }
    await restorer?.finish();
  } finally {
    await client.end();
  }
}

async function sumTables(database: Pick<TestDatabase, 'query'>): Promise<unknown> {
  const tables = await database.query<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'card_sandbox') order by 1",
  );
  const sums: Record<string, unknown> = {};
  for (const { name } of tables)
    sums[name] = (
      await database.query(`select count(*)::int as rows, sum(hashtextextended(t::text, 0))::text as sum from ${name} t`)
    )[0];
  return sums;
}

const readRules = (database: Pick<TestDatabase, 'query'>) =>
  database.query(
    `select 'constraint' as kind, conrelid::regclass::text || ' ' || conname as name, pg_get_constraintdef(oid) as rule
       from pg_constraint where connamespace::regnamespace::text in ('public', 'card_sandbox')
     union all select 'trigger', tgrelid::regclass::text || ' ' || tgname, tgenabled::text from pg_trigger where not tgisinternal
     union all select 'sequence', schemaname || '.' || sequencename, last_value::text from pg_sequences where schemaname in ('public', 'card_sandbox')
     order by 1, 2`,
  );

test.each([
  ['without a key', undefined],
  ['with a passphrase', 'a long enough passphrase'],
])('a database that was dumped and restored %s is the same, with all its rules', async (_how, key) => {
  await restore(await dump(key), key);
  expect(await sumTables(empty)).toEqual(await sumTables(shop.database));
  expect(await readRules(empty)).toEqual(await readRules(shop.database));
});

test('a backup that was cut off, changed, or is read with another key is refused, and changes nothing', async () => {
  const before = await sumTables(empty);
  const plain = await dump();
  const changed = Buffer.from(plain);
  changed.writeUInt8(changed.readUInt8(plain.length - 200) ^ 1, plain.length - 200);
  await expect(restore(plain.subarray(0, plain.length - 3_000))).rejects.toThrow(/^The backup (cannot be read|is incomplete)/);
  await expect(restore(changed)).rejects.toThrow(/^The backup (cannot be read|is damaged)/);
  const secret = await dump('one passphrase');
  await expect(restore(secret, 'another passphrase')).rejects.toThrow(/^The backup cannot be read/);
  await expect(restore(secret)).rejects.toThrow(/^The backup cannot be read/);
  expect(await sumTables(empty)).toEqual(before);
  expect(secret.includes(ada.email)).toBe(false);
});

test('a dump waits for its reader', async () => {
  const archive = await createArchive(undefined);
  let added = 0;
  const adding = (async () => {
    for (let at = 0; at < 100; at += 1) {
      await archive.add(`${at}`, crypto.getRandomValues(new Uint8Array(65_536)).slice());
      await archive.add(`${at}b`, Buffer.alloc(1_000_000, Math.random().toString()));
      added += 1;
    }
    await archive.finish();
  })();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(added).toBeLessThan(100);
  let size = 0;
  for await (const chunk of Readable.fromWeb(archive.bytes as never)) size += chunk.length;
  await adding;
  expect([added, size > 6_000_000]).toEqual([100, true]);
});
