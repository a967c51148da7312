import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyDatabase } from '#src/app/verify.server.ts';
import { createJsonReporter, createTextReporter } from '#src/app/verify-report.server.ts';
import { withSnapshot } from '#src/platform/snapshot.server.ts';
import { StartupError } from '#src/platform/startup-error.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { snapshotDatabase } from './db-snapshot.ts';
import { createTool, payOrder, placeOrder, type TestTool } from './order-helpers.ts';

const OPTIONS = { migrations: 'migrations', ledger: true };

function createOutput() {
  const chunks: string[] = [];
  return {
    isTTY: false,
    write: (chunk: string | Uint8Array) => chunks.push(String(chunk)) > 0,
    read: () => chunks.join(''),
  };
}

async function verify(url: string, options = OPTIONS) {
  const out = createOutput();
  const report = await verifyDatabase({ url, title: 'a shop' }, options, createTextReporter(out));
  return { report, text: out.read() };
}

describe('npm run verify in a running shop', () => {
  let shop: TestShop;
  let ada: TestUser;
  let tool: TestTool;
  beforeAll(async () => {
    shop = await createTestShop();
    ada = await shop.signUp();
    tool = await createTool(shop, { quantity: 10_000 });
    await payOrder(shop, ada, await placeOrder(shop, ada, tool));
  });
  afterAll(() => shop.close());

  test('passes while orders are placed and paid, and never sees partial changes', async () => {
    let working = true;
    const buyers = Array.from({ length: 2 }, async () => {
      while (working) await payOrder(shop, ada, await placeOrder(shop, ada, tool));
    });
    for (let run = 0; run < 2; run += 1) {
      const { report } = await verify(shop.database.url);
      expect(report.checks.filter(({ violations }) => violations > 0)).toEqual([]);
      expect(report).toMatchObject({ failed: 0, running: true, judge: 'ledger' });
    }
    working = false;
    await Promise.all(buyers);
  });

  test('changes nothing, and has no permission to', async () => {
    const before = await snapshotDatabase(shop);
    await verify(shop.database.url);
    expect(await snapshotDatabase(shop)).toEqual(before);
    const write = withSnapshot(shop.database.url, (client) => client.query('update tools set sold = 1'));
    await expect(write).rejects.toThrow('read-only transaction');
  });

  test('reads one snapshot, no matter how long it takes', async () => {
    const counts = await withSnapshot(shop.database.url, async (client) => {
      const count = async () => Number((await client.query('select count(*) from orders')).rows[0].count);
      const first = await count();
      await placeOrder(shop, ada, tool);
      return [first, await count()];
    });
    expect(counts[1]).toBe(counts[0]);
  });

  test('reports the violation, the rows and the sum, for people and for programs', async () => {
    const { pool } = shop.database;
    await pool.query('update tools set available = available - 1');
    const { report, text } = await verify(shop.database.url);
    await pool.query('update tools set available = available + 1');
    expect(report.checks.filter(({ violations }) => violations > 0)).toMatchObject([
      { invariant: 1, rows: 1, violations: 1, subjects: [tool.id] },
    ]);
    const lines = text.trimEnd().split('\n');
    expect(lines.at(-1)).toBe(`${report.passed} checks passed, 1 failed`);
    expect(text).toContain(`none is negative: 1 of 1 tools`);
    expect(lines).toContain(`    ${tool.id}`);
    expect(text).toMatch(/^– 8 .*the tests prove it$/m);
    expect(text).toMatch(/^– 10 .*the tests prove it$/m);
    const out = createOutput();
    createJsonReporter(out).end(report);
    expect(JSON.parse(out.read())).toMatchObject({ failed: 1, passed: report.passed, target: 'a shop' });
  });
});

describe('npm run verify on only a database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(1);
  });
  afterAll(() => database.drop());

  test('checks payments by the shop’s own records, with Stripe or without a ledger', async () => {
    expect((await verify(database.url)).report).toMatchObject({ judge: 'ledger', failed: 0 });
    expect((await verify(database.url, { ...OPTIONS, ledger: false })).report).toMatchObject({ judge: 'own records' });
    await database.pool.query('drop schema card_sandbox cascade');
    const { report, text } = await verify(database.url);
    expect(report).toMatchObject({ judge: 'own records', failed: 0 });
    expect(text).toContain('not checked, there is no folder of images in DATA_DIR');
  });

  test.each<[string, string, string]>([
    [
      'an older version',
      'delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)',
      'older version',
    ],
    [
      'a newer version',
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)",
      'newer version',
    ],
    ['no shop', 'drop schema drizzle cascade', 'There is no shop in this database.'],
  ])('rejects a database of %s', async (_whose, statement, sentence) => {
    await database.pool.query(statement);
    const refused = verify(database.url);
    await expect(refused).rejects.toThrow(StartupError);
    await expect(refused).rejects.toThrow(sentence);
  });
});
