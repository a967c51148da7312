import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTool, placeOrder, statusAndCode, toOrderBody } from '#tests/integration/order-helpers.ts';
import { checkAndClose } from '#tests/support/invariants.ts';
import { setReadOnly } from '#tests/support/read-only-database.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { openSilentNetwork, type SilentNetwork } from '#tests/support/silent-network.ts';

let shop: TestShop;
let ada: TestUser;
let network: SilentNetwork;

beforeAll(async () => {
  shop = await createTestShop({
    async connect(url) {
      network = await openSilentNetwork(url);
      return network.url;
    },
  });
  ada = await shop.signUp();
});
afterAll(async () => {
  await checkAndClose(shop);
  network.close();
});

const get = (path: string) => shop.app.request(`${shop.origin}${path}`);

async function readHealth(path: string) {
  const response = await get(path);
  return [response.status, ((await response.json()) as { status: string }).status];
}

/** Runs `work` while the database cannot be reached. */
async function duringOutage(work: () => Promise<void>): Promise<void> {
  await network.setReachable(false);
  try {
    await work();
  } finally {
    await network.setReachable(true);
    await expect.poll(() => shop.database.monitor.check()).toBe('writable');
  }
}

test('what is known is shown during an outage, marked as stale; all else is 503; afterward everything is current', async () => {
  const tool = await createTool(shop);
  const before = await (await get(`/api/tools/${tool.id}`)).text();
  // Outdates it, as the loss of the connection on which changes are heard does.
  shop.context.responseCache.invalidateAll();
  await duringOutage(async () => {
    // The first finds out that the database is away, the second knows.
    for (const _ of [1, 2]) {
      const shown = await get(`/api/tools/${tool.id}`);
      expect([shown.status, await shown.text()]).toEqual([200, before]);
      expect(shown.headers.get('cache-status')).toMatch(/^ironmonger; hit; ttl=-\d+$/);
      expect(shown.headers.get('cache-control')).toBe('no-store');
    }
    expect((await get('/api/tools?limit=7')).status).toBe(503);
    const order = await shop.call('POST', '/order', { token: ada.token, body: toOrderBody(ada, tool) });
    expect(statusAndCode(order)).toBe('503 busy');
    expect(shop.context.responseCache.stats().staleHits).toBe(2);
  });
  await placeOrder(shop, ada, tool, 10);
  const after = await get(`/api/tools/${tool.id}`);
  expect([after.status, after.headers.get('cache-status')]).toEqual([200, null]);
  expect(await after.text()).not.toBe(before);
});

test('readiness to write and to read are two answers', async () => {
  expect([await readHealth('/readyz'), await readHealth('/readyz/read')]).toEqual([
    [200, 'ready'],
    [200, 'ready'],
  ]);
  await duringOutage(async () => {
    expect([await readHealth('/readyz'), await readHealth('/readyz/read')]).toEqual([
      [503, 'not ready'],
      [200, 'stale'],
    ]);
    expect((await get('/healthz')).status).toBe(200);
  });
  await setReadOnly(shop.database.pool, true);
  try {
    await shop.sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'ironmonger-monitor'`;
    expect([await readHealth('/readyz'), await readHealth('/readyz/read')]).toEqual([
      [503, 'read only'],
      [200, 'read only'],
    ]);
  } finally {
    await setReadOnly(shop.database.pool, false);
  }
  expect(await readHealth('/readyz')).toEqual([200, 'ready']);
});

test('an outage that outlasts the stale responses makes the shop unready to read', async () => {
  await duringOutage(async () => {
    expect(await readHealth('/readyz/read')).toEqual([200, 'stale']);
    const clock = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => clock() + 10 * 60_000);
    expect(await readHealth('/readyz/read')).toEqual([503, 'not ready']);
  });
});
