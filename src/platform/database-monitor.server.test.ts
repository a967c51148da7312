import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { setReadOnly } from '#tests/support/read-only-database.ts';
import { openSilentNetwork, type SilentNetwork } from '#tests/support/silent-network.ts';
import { createDatabaseMonitor, type DatabaseMonitor } from './database-monitor.server.ts';
import { createLog } from './log.server.ts';

let database: TestDatabase;
let network: SilentNetwork;
let monitor: DatabaseMonitor;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(async () => {
  await monitor.close();
  network.close();
});

async function open(times: Parameters<typeof createDatabaseMonitor>[2] = {}): Promise<void> {
  network = await openSilentNetwork(database.url);
  monitor = createDatabaseMonitor(network.url, createLog('silent'), times);
}

const cutMonitor = () =>
  database.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'ironmonger-monitor'",
  );

test('a database that can be written to stays so when one connection is ended', async () => {
  await open();
  expect(await monitor.check()).toBe('writable');
  expect(monitor.hasLostConnection(60_000)).toBe(false);
  await cutMonitor();
  expect(await monitor.check()).toBe('writable');
  expect([monitor.hasLostConnection(60_000), monitor.hasLostConnection(0)]).toEqual([true, false]);
});

test('a server that has ended is away until it is there again, and simultaneous callers share one check', async () => {
  await open();
  await monitor.check();
  await network.setReachable(false);
  expect(await Promise.all([monitor.check(), monitor.check()])).toEqual(['away', 'away']);
  expect(monitor.last().state).toBe('away');
  await network.setReachable(true);
  expect(await monitor.check()).toBe('writable');
});

test('a database that refuses writes is read-only, and is asked on a new connection until it accepts them', async () => {
  await open();
  await monitor.check();
  await setReadOnly(database.pool, true);
  await cutMonitor();
  expect(await monitor.check()).toBe('read_only');
  await setReadOnly(database.pool, false);
  expect(await monitor.check()).toBe('writable');
});

test('a connection that died silently is replaced, and does not count as an outage', async () => {
  await open({ timeoutMs: 1_000 });
  await monitor.check();
  network.silence();
  expect(await monitor.check()).toBe('writable');
});

test('a check of an outage that is being watched does not wait for the server', async () => {
  await open({ timeoutMs: 30_000, outageIntervalMs: 1 });
  monitor.watch();
  await monitor.check();
  await network.setReachable(false);
  await expect.poll(() => monitor.last().state).toBe('away');
  await network.setReachable(true, { silent: true });
  const begun = performance.now();
  expect(await monitor.check()).toBe('away');
  // A third of one attempt.
  expect(performance.now() - begun).toBeLessThan(10_000);
});

test('while it watches, the end of the server and its return are noticed without a check', async () => {
  // Only the broken connection can tell within the time of a test.
  await open({ intervalMs: 3_600_000, outageIntervalMs: 100 });
  monitor.watch();
  await monitor.check();
  await network.setReachable(false);
  await expect.poll(() => monitor.last().state).toBe('away');
  await network.setReachable(true);
  await expect.poll(() => monitor.last().state).toBe('writable');
});
