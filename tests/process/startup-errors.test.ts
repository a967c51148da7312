import { chmodSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeDataDir, removeDataDir, spawnShop, startShop } from '#tests/support/running-shop.ts';
import { copyUsedDataDir } from '#tests/support/used-data-dir.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) removeDataDir(folder);
});

function folder(): string {
  const created = makeDataDir();
  folders.push(created);
  return created;
}

async function startExpectingFailure(
  options: Parameters<typeof spawnShop>[0],
): Promise<{ code: number | null; output: string }> {
  const shop = await spawnShop({ dataDir: folder(), ...options });
  const code = await new Promise<number | null>((resolve) => shop.process.once('exit', resolve));
  return { code, output: shop.output() };
}

test('all invalid settings are named at once, with exit code 1', async () => {
  const { code, output } = await startExpectingFailure({
    env: {
      PORT: 'abc',
      SEED: 'everything',
      PUBLIC_URL: 'not an address',
      ORDER_HOLD_HOURS: '-1',
      ADMIN_EMAIL: 'nobody',
      PAYMENTS: 'stripe',
      IDENTITY: 'firebase',
    },
  });
  expect(code).toBe(1);
  for (const key of [
    'PORT',
    'SEED',
    'PUBLIC_URL',
    'ORDER_HOLD_HOURS',
    'ADMIN_EMAIL',
    'STRIPE_SECRET_KEY',
    'FIREBASE_PROJECT_ID',
  ])
    expect(output).toContain(key);
});

test('a used port causes one clear error and exit code 1, and starts nothing', async () => {
  const other: Server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const { code, output } = await startExpectingFailure({ port });
  other.close();
  expect(code).toBe(1);
  expect(output).toContain(`PORT ${port} is taken`);
  expect(output).not.toContain('Starting PostgreSQL');
});

test('an unwritable DATA_DIR, a wrong DATABASE_URL and a used port are named together', async () => {
  const other: Server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const file = join(folder(), 'a-file');
  writeFileSync(file, '');
  chmodSync(file, 0o444);
  const { code, output } = await startExpectingFailure({
    port,
    dataDir: file,
    env: { DATABASE_URL: 'postgres://shop:canary-password@127.0.0.1:1/shop' },
  });
  other.close();
  expect(code).toBe(1);
  expect(output).toContain('DATA_DIR');
  expect(output).toContain('DATABASE_URL');
  expect(output).toContain(`PORT ${port}`);
  expect(output).not.toContain('canary-password');
});

test('a second shop on the same DATA_DIR waits, then names the running one', async () => {
  const dataDir = await copyUsedDataDir();
  folders.push(dataDir);
  const first = await startShop({ dataDir });
  const { code, output } = await startExpectingFailure({ dataDir });
  expect(code).toBe(1);
  expect(output).toContain('Another shop');
  expect(await first.stop('SIGTERM')).toBe(0);
}, 180_000);

test('a DATA_DIR that cannot be created causes one clear error and no retry loop', async () => {
  const { code, output } = await startExpectingFailure({ dataDir: '/proc/no-such-folder/data' });
  expect(code).toBe(1);
  expect(output).toContain('DATA_DIR /proc/no-such-folder/data cannot be written to');
});

test('a shop with the payment sandbox does not start on a public address', async () => {
  const { code, output } = await startExpectingFailure({ env: { PUBLIC_URL: 'https://tools.example.com' } });
  expect([code, output]).toEqual([1, expect.stringContaining('PAYMENTS=sandbox moves no money')]);
});
