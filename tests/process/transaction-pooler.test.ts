import { execFile } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import {
  ADMIN,
  makeDataDir,
  QUICK_PASSWORDS,
  removeDataDir,
  sendRequest,
  signUp,
  spawnShop,
  startShop,
} from '#tests/support/running-shop.ts';
import { openTransactionPooler, type TransactionPooler } from '#tests/support/transaction-pooler.ts';

const dataDir = makeDataDir();
let database: TestDatabase;
let pooler: TransactionPooler;
let env: Record<string, string>;

beforeAll(async () => {
  database = await createTestDatabase();
  pooler = await openTransactionPooler(database.url);
  env = {
    ...QUICK_PASSWORDS,
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: database.url,
    DATABASE_PREPARED_STATEMENTS: 'off',
    PUBLIC_URL: 'http://127.0.0.1:9',
  };
});
afterAll(async () => {
  pooler.close();
  await database.drop();
  removeDataDir(dataDir);
});

interface ListedTool {
  _id: string;
  itemName: string;
  quantity: number;
  minOrderQuantity: number;
  balance: number;
}

/** Runs the program of `npm run owner`. The pooler is in this process, which must not wait for the program. */
const runOwner = (keys: Record<string, string>) =>
  new Promise<{ code: number | null; stderr: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      ['src/app/owner.ts', ADMIN.email, '--keep-password'],
      { env: { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...keys } },
      (_error, _stdout, stderr) => resolve({ code: child.exitCode, stderr }),
    );
  });

test('a shop behind a transaction pooler without a direct address says in one sentence what to set', async () => {
  const shop = await spawnShop({ dataDir, env: { DATABASE_URL: pooler.url } });
  const code = await new Promise((resolve) => shop.process.once('exit', resolve));
  const sentence = /^DATABASE_URL leads to a pooler .*\. Set DATABASE_DIRECT_URL .*\.\n$/;
  expect([code, shop.output()]).toEqual([1, expect.stringMatching(sentence)]);
  expect(await runOwner({ DATABASE_URL: pooler.url })).toEqual({ code: 1, stderr: expect.stringMatching(sentence) });
}, 120_000);

test('two processes behind a transaction pooler take orders, hear each other, and leave no lock behind', async () => {
  const shops = await Promise.all([startShop({ dataDir, env }), startShop({ dataDir, env })]);
  const [one, two] = shops;
  const buyer = await signUp(one.origin, { email: 'ada@example.com', password: 'buyers-password', name: 'Ada Smith' });
  const [tool] = (await (await fetch(`${two.origin}/api/tools?limit=1`)).json()) as ListedTool[];
  if (!tool) throw new Error('no tool');
  const readQuantity = async () =>
    ((await (await fetch(`${two.origin}/api/tools/${tool._id}`)).json()) as ListedTool).quantity;
  const order = (origin: string) =>
    sendRequest(
      'POST',
      `${origin}/api/order`,
      {
        toolId: tool._id,
        itemName: tool.itemName,
        quantity: tool.minOrderQuantity,
        price: (Math.round(tool.balance * 100) * tool.minOrderQuantity) / 100,
        name: buyer.name,
        email: buyer.email,
      },
      buyer.token,
    );
  expect(await readQuantity()).toBe(tool.quantity);
  await order(one.origin);
  await expect.poll(readQuantity, { timeout: 10_000, interval: 20 }).toBe(tool.quantity - tool.minOrderQuantity);
  await Promise.all(Array.from({ length: 20 }, (_, at) => order(shops[at % 2 ? 0 : 1].origin)));
  expect(await database.query('select count(*)::int as n from orders')).toEqual([{ n: 21 }]);
  expect(await runOwner(env)).toEqual({ code: 0, stderr: '' });
  for (const shop of shops) {
    expect(await shop.stop()).toBe(0);
    expect(shop.output()).not.toContain('"level":"error"');
  }
  // The pooler keeps its sessions, and with them whatever a client forgot there.
  const locks = await database.query(
    "select objid from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())",
  );
  expect(locks).toEqual([]);
}, 180_000);
