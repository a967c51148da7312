import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHealthRegistry } from '#src/platform/health-registry.server.ts';
import { createLog } from '#src/platform/log.server.ts';
import { createTestShop, type TestShop, type TestUser } from '#tests/support/shop.ts';

let shop: TestShop;
let admin: TestUser;

beforeAll(async () => {
  shop = await createTestShop();
  admin = await shop.createAdmin();
});
afterAll(() => shop.close());

interface Status {
  port: string;
  mode: string;
  health: string;
  trouble: string | null;
}

test('an admin sees every dependency with its mode and health', async () => {
  const { status, body } = await shop.call('POST', '/system/check', { token: admin.token, body: {} });
  expect(status).toBe(200);
  const ports = (body as { ports: Status[] }).ports.map(({ port, mode, health }) => `${port} ${mode} ${health}`);
  expect(ports).toEqual([
    'database embedded up',
    'identity embedded up',
    'payments sandbox up',
    'images local up',
    'mail outbox up',
    'map outline up',
  ]);
});

test('readyz shows each dependency’s health without reasons, and stays ready while one is unavailable', async () => {
  const monitor = shop.context.health.register('images', 's3', async () => {
    throw new Error('canary: no such bucket');
  });
  await shop.context.health.probeAll();
  const readiness = await fetch(`${shop.origin}/readyz`);
  expect(readiness.status).toBe(200);
  const text = await readiness.text();
  expect(JSON.parse(text).ports).toContainEqual({ port: 'images', mode: 's3', health: 'down' });
  expect(text).not.toContain('canary');
  const seen = (await shop.call('GET', '/system', { token: admin.token })).body as { ports: Status[] };
  expect(seen.ports.find(({ port }) => port === 'images')?.trouble).toBe('canary: no such bucket');
  monitor.up();
  expect(await (await fetch(`${shop.origin}/readyz`)).json()).toMatchObject({ status: 'ready' });
});

test('a dependency that never responds delays neither the health page nor the other probes', async () => {
  const registry = createHealthRegistry(createLog('silent'), 200);
  registry.register('database', 'postgres', async () => {});
  registry.register('payments', 'stripe', () => new Promise(() => {}));
  registry.register('mail', 'smtp', async () => {
    throw new Error('refused');
  });
  const probing = registry.probeAll();
  expect(registry.statuses().map(({ health }) => health)).toEqual(['unknown', 'unknown', 'unknown']);
  expect(await probing).toBe(3);
  expect(registry.statuses().map(({ health, reason }) => [health, reason])).toEqual([
    ['up', null],
    ['down', 'It did not respond in time.'],
    ['down', 'refused'],
  ]);
});
