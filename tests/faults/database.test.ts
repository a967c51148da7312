import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTool,
  getToolRow,
  objectBody,
  payOrder,
  placeOrder,
  statusAndCode,
  toOrderBody,
} from '#tests/integration/order-helpers.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { setReadOnly } from '#tests/support/read-only-database.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';

let shop: TestShop;
let ada: TestUser;
/** A separate connection that the tests do not cut. */
let outside: pg.Client;

beforeAll(async () => {
  shop = await createTestShop();
  ada = await shop.signUp();
  outside = new pg.Client({ connectionString: shop.database.url, application_name: 'outside' });
  await outside.connect();
});
afterAll(async () => {
  await outside.end();
  await checkAndClose(shop);
});

const cutConnections = () =>
  outside.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'ironmonger'",
  );

describe('a lost database connection', () => {
  test('during a transaction fails only that transaction', async () => {
    const begun = shop.database.db.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      await cutConnections();
      await pause(50);
      await tx.execute(sql`select 1`);
    });
    await expect(begun).rejects.toThrow();
    expect((await shop.call('GET', `/myorder?email=${ada.email}`, { token: ada.token })).status).toBe(200);
  });

  test('during many transactions returns every connection to the pool', async () => {
    const { db, pool } = shop.database;
    let cutting = true;
    const cutter = (async () => {
      while (cutting) {
        await cutConnections();
        await pause(8);
      }
    })();
    let cut = 0;
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let round = 0; round < 60; round += 1) {
          await db
            .transaction((tx) => tx.execute(sql`select 1`))
            .catch(() => {
              cut += 1;
            });
        }
      }),
    );
    cutting = false;
    await cutter;
    expect(cut).toBeGreaterThan(0);
    expect([pool.waitingCount, pool.totalCount - pool.idleCount]).toEqual([0, 0]);
    // A connection that was cut last may still seem to be there.
    await expect
      .poll(async () => (await db.transaction((tx) => tx.execute(sql`select 1 as one`))).rows)
      .toEqual([{ one: 1 }]);
  });

  test('during many orders fails some of them clearly and loses no confirmed one', async () => {
    const tool = await createTool(shop, { quantity: 1_000 });
    let cutting = true;
    const cutter = (async () => {
      while (cutting) {
        await cutConnections();
        await pause(15);
      }
    })();
    const responses: Awaited<ReturnType<TestShop['call']>>[] = [];
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let round = 0; round < 12; round += 1) {
          responses.push(await shop.call('POST', '/order', { token: ada.token, body: toOrderBody(ada, tool, 10) }));
        }
      }),
    );
    cutting = false;
    await cutter;
    await pause(50);
    const kinds = Map.groupBy(responses, statusAndCode);
    expect([...kinds.keys()].filter((kind) => kind !== '201' && kind !== '503 busy')).toEqual([]);
    expect(kinds.get('503 busy')?.every((response) => response.headers.get('retry-after') === '1')).toBe(true);
    const { rows } = await outside.query<{ id: string }>('select id from orders where tool_id = $1', [tool.id]);
    const stored = new Set(rows.map((row) => row.id));
    for (const response of kinds.get('201') ?? [])
      expect(stored.has(String(objectBody(response).insertedId))).toBe(true);
    expect(await getToolRow(shop, tool.id)).toMatchObject({
      available: 1_000 - 10 * stored.size,
      held: 10 * stored.size,
    });
  });
});

describe('a database that accepts no writes, such as a primary that was demoted', () => {
  test('is read as before; writes, sign-in and payment get 503, and the next ones go to the new primary', async () => {
    const tool = await createTool(shop);
    const id = await placeOrder(shop, ada, tool);
    await setReadOnly(outside, true);
    await cutConnections();
    try {
      const writes = await Promise.all([
        shop.call('POST', '/order', { token: ada.token, body: toOrderBody(ada, tool) }),
        shop.call('POST', '/create-payment-intent', { token: ada.token, body: { price: '189.00', order: id } }),
        shop.call('DELETE', `/order/${id}`, { token: ada.token }),
        shop.call('POST', '/auth/sign-in/email', { body: { email: ada.email, password: ada.password } }),
      ]);
      expect(writes.map(statusAndCode)).toEqual(writes.map(() => '503 busy'));
      expect(writes.map(({ headers }) => headers.get('retry-after'))).toEqual(writes.map(() => '1'));
      // Several connections to the server that refuses stay open.
      const reads = await Promise.all([1, 2, 3, 4].map((page) => shop.call('GET', `/tools?limit=${page}`)));
      expect(reads.map(({ status }) => status)).toEqual(reads.map(() => 200));
    } finally {
      await setReadOnly(outside, false);
    }
    const order = () => shop.call('POST', '/order', { token: ada.token, body: toOrderBody(ada, tool) });
    // The first write that is refused drops all of them.
    expect(statusAndCode(await order())).toBe('503 busy');
    expect((await Promise.all([1, 2, 3, 4].map(order))).map(statusAndCode)).toEqual(['201', '201', '201', '201']);
  });
});

describe('a busy database', () => {
  test('that has no connection left responds with 503 and is used again once it has', async () => {
    const tool = await createTool(shop);
    const order = () => shop.call('POST', '/order', { token: ada.token, body: toOrderBody(ada, tool) });
    const limitConnections = async (limit: number) => {
      const { rows } = await outside.query('select current_database() as name');
      await outside.query(`alter database ${rows[0].name} connection limit ${limit}`);
    };
    await limitConnections(0);
    try {
      await cutConnections();
      const responses = await Promise.all(Array.from({ length: 20 }, order));
      expect(new Set(responses.map(statusAndCode))).toEqual(new Set(['503 busy']));
      expect(responses.every(({ headers }) => headers.get('retry-after') === '1')).toBe(true);
    } finally {
      await limitConnections(-1);
    }
    expect(statusAndCode(await order())).toBe('201');
    expect(await getToolRow(shop, tool.id)).toMatchObject({ available: 90, held: 10 });
  });

  test('responds with 503 when a row stays locked too long, and changes nothing', async () => {
    const tool = await createTool(shop);
    await outside.query('begin');
    await outside.query('select 1 from tools where id = $1 for update', [tool.id]);
    const begun = performance.now();
    const response = await shop.call('POST', '/order', { token: ada.token, body: toOrderBody(ada, tool) });
    await outside.query('rollback');
    expect([statusAndCode(response), performance.now() - begun < 9_000]).toEqual(['503 busy', true]);
    expect(await getToolRow(shop, tool.id)).toMatchObject({ available: 100, held: 0 });
    expect((await shop.call('POST', '/order', { token: ada.token, body: toOrderBody(ada, tool) })).status).toBe(201);
  });

  test('serves more requests than it has connections', async () => {
    const tool = await createTool(shop, { quantity: 10_000 });
    const responses = await Promise.all(
      Array.from({ length: 60 }, () => shop.call('POST', '/order', { token: ada.token, body: toOrderBody(ada, tool) })),
    );
    expect(new Set(responses.map(statusAndCode))).toEqual(new Set(['201']));
  });
});

test('orders keep their total when the tool’s price changes later', async () => {
  const tool = await createTool(shop);
  const id = await placeOrder(shop, ada, tool);
  await shop.sql`update tools set unit_price_minor = 1 where id = ${tool.id}`;
  await payOrder(shop, ada, id);
  expect(objectBody(await shop.call('GET', `/payment/${id}`, { token: ada.token })).price).toBe('189.00');
});
