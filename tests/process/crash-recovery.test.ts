import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import {
  makeDataDir,
  QUICK_PASSWORDS,
  type RunningShop,
  removeDataDir,
  type SignedInUser,
  sendRequest,
  signInAdmin,
  signUp,
  spawnShop,
  startShop,
  waitUntilReady,
} from '#tests/support/running-shop.ts';
import { copyUsedDataDir } from '#tests/support/used-data-dir.ts';

const running = new Set<RunningShop>();
const folders = new Set<string>();

async function open(dataDir: string, env: Record<string, string> = QUICK_PASSWORDS): Promise<RunningShop> {
  folders.add(dataDir);
  const shop = await startShop({ dataDir, env });
  running.add(shop);
  return shop;
}

afterAll(async () => {
  for (const shop of running) await shop.stop('SIGKILL');
  await pause(500);
  for (const folder of folders) removeDataDir(folder);
});

interface OrderAttempt {
  key: string;
  insertedOrderId: string | null;
}

const STOCK = 100_000;
const TOOL = {
  itemName: 'Hammer',
  about: 'For a test.',
  balance: 2,
  quantity: STOCK,
  minOrderQuantity: 1,
  picture: '/images/drawings/claw-hammer.svg',
};

/** Places orders nonstop until stopped, and records each attempt. */
function startOrderLoop(
  origin: string,
  toolId: string,
  buyer: SignedInUser,
  attempts: OrderAttempt[],
): () => Promise<void> {
  let stopped = false;
  const loop = (async () => {
    while (!stopped) {
      const attempt: OrderAttempt = { key: randomUUID(), insertedOrderId: null };
      attempts.push(attempt);
      try {
        attempt.insertedOrderId = await order(origin, toolId, buyer, attempt.key);
      } catch {
        await pause(5);
      }
    }
  })();
  return () => {
    stopped = true;
    return loop;
  };
}

async function order(origin: string, toolId: string, buyer: SignedInUser, key: string): Promise<string> {
  const body = { toolId, itemName: TOOL.itemName, quantity: 1, price: 2, name: buyer.name, email: buyer.email };
  const response = await sendRequest('POST', `${origin}/api/order`, body, buyer.token, { 'idempotency-key': key });
  return ((await response.json()) as { insertedId: string }).insertedId;
}

async function fetchAllOrders(
  origin: string,
  admin: string,
): Promise<{ _id: string; quantity: number; toolId: string }[]> {
  const all: { _id: string; quantity: number; toolId: string }[] = [];
  let before = '';
  for (;;) {
    const page = (await (
      await sendRequest('GET', `${origin}/api/orders?limit=100${before}`, undefined, admin)
    ).json()) as typeof all;
    all.push(...page);
    if (page.length < 100 || !page[0]) return all;
    before = `&before=${page[0]._id}`;
  }
}

async function getStock(origin: string, toolId: string): Promise<number> {
  return ((await (await sendRequest('GET', `${origin}/api/tools/${toolId}`)).json()) as { quantity: number }).quantity;
}

async function prepare(shop: RunningShop): Promise<{ toolId: string; buyers: SignedInUser[] }> {
  const admin = await signInAdmin(shop.origin);
  const { insertedId: toolId } = (await (
    await sendRequest('POST', `${shop.origin}/api/tools`, TOOL, admin)
  ).json()) as {
    insertedId: string;
  };
  const buyers: SignedInUser[] = [];
  for (let at = 0; at < 4; at += 1)
    buyers.push(
      await signUp(shop.origin, { email: `buyer-${at}@example.com`, password: 'buyers-password', name: 'Ada Smith' }),
    );
  return { toolId, buyers };
}

/**
 * Checks that every confirmed order exists, that every other order is complete or absent, and that stock is consistent.
 */
async function expectConsistentStock(shop: RunningShop, toolId: string, attempts: OrderAttempt[]): Promise<void> {
  const orders = (await fetchAllOrders(shop.origin, await signInAdmin(shop.origin))).filter(
    (placed) => placed.toolId === toolId,
  );
  const known = new Set(orders.map((placed) => placed._id));
  const lost = attempts.filter((attempt) => attempt.insertedOrderId && !known.has(attempt.insertedOrderId));
  expect(lost).toEqual([]);
  expect(new Set(attempts.flatMap((attempt) => attempt.insertedOrderId ?? [])).size).toBeGreaterThan(0);
  const sum = orders.reduce((total, placed) => total + placed.quantity, 0);
  expect(await getStock(shop.origin, toolId)).toBe(STOCK - sum);
  expect(orders.length).toBeLessThanOrEqual(attempts.length);
}

function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

test('after kill -9 of the shop, PostgreSQL or both under load, the next start has every confirmed order and consistent stock', async () => {
  const dataDir = await copyUsedDataDir();
  let shop = await open(dataDir);
  const { toolId, buyers } = await prepare(shop);
  const attempts: OrderAttempt[] = [];
  for (const victim of ['shop', 'PostgreSQL', 'both'] as const) {
    const stops = buyers.map((buyer) => startOrderLoop(shop.origin, toolId, buyer, attempts));
    await pause(400 + Math.random() * 300);
    if (victim !== 'shop') process.kill(postmasterPid(dataDir), 'SIGKILL');
    if (victim !== 'PostgreSQL') await shop.stop('SIGKILL');
    await Promise.all(stops.map((stop) => stop()));
    if (victim === 'PostgreSQL') await shop.stop('SIGTERM');
    shop = await open(dataDir);
    await expectConsistentStock(shop, toolId, attempts);
  }
  // Sending an unconfirmed attempt again with its key places at most one order.
  const unconfirmed = attempts.filter((attempt) => !attempt.insertedOrderId).slice(0, 20);
  const [buyer] = buyers;
  if (!buyer) throw new Error('no buyer');
  const fresh = {
    ...buyer,
    token: (await signUp(shop.origin, { email: 'late@example.com', password: 'buyers-password', name: 'Ada Smith' }))
      .token,
    email: 'late@example.com',
  };
  for (const attempt of unconfirmed) {
    const first = await order(shop.origin, toolId, fresh, attempt.key);
    expect(await order(shop.origin, toolId, fresh, attempt.key)).toBe(first);
  }
  expect(await shop.stop('SIGTERM')).toBe(0);
});

test('the running shop recovers from a killed PostgreSQL and keeps every confirmed order', async () => {
  const shop = await open(await copyUsedDataDir());
  const { toolId, buyers } = await prepare(shop);
  const attempts: OrderAttempt[] = [];
  const stops = buyers.map((buyer) => startOrderLoop(shop.origin, toolId, buyer, attempts));
  await pause(400);
  process.kill(postmasterPid(shop.dataDir), 'SIGKILL');
  await pause(300);
  await waitUntilReady(shop, 20_000);
  const confirmedBefore = attempts.filter((attempt) => attempt.insertedOrderId).length;
  await expect
    .poll(() => attempts.filter((attempt) => attempt.insertedOrderId).length)
    .toBeGreaterThan(confirmedBefore + 10);
  await Promise.all(stops.map((stop) => stop()));
  await expectConsistentStock(shop, toolId, attempts);
  expect(await shop.stop('SIGTERM')).toBe(0);
});

test('SIGTERM under load finishes requests in progress, loses no order and stops PostgreSQL', async () => {
  const dataDir = await copyUsedDataDir();
  const shop = await open(dataDir);
  const { toolId, buyers } = await prepare(shop);
  const attempts: OrderAttempt[] = [];
  const stops = buyers.map((buyer) => startOrderLoop(shop.origin, toolId, buyer, attempts));
  await pause(500);
  const postmaster = postmasterPid(dataDir);
  expect(await shop.stop('SIGTERM')).toBe(0);
  await Promise.all(stops.map((stop) => stop()));
  expect(() => process.kill(postmaster, 0)).toThrow();
  const again = await open(dataDir);
  await expectConsistentStock(again, toolId, attempts);
  expect(await again.stop('SIGTERM')).toBe(0);
});

test('after a first start that was killed at any moment, the next start has the complete demo shop', async () => {
  const dataDir = makeDataDir();
  folders.add(dataDir);
  for (const afterMs of [150, 400, 700, 900, 1_000, 1_100, 1_250, 1_400]) {
    const shop = await spawnShop({ dataDir });
    running.add(shop);
    await pause(afterMs);
    await shop.stop('SIGKILL');
  }
  const shop = await open(dataDir, {});
  const tools = (await (await fetch(`${shop.origin}/api/tools`)).json()) as unknown[];
  const reviews = (await (await fetch(`${shop.origin}/api/review`)).json()) as unknown[];
  const blogs = (await (await fetch(`${shop.origin}/api/blogs`)).json()) as unknown[];
  expect([tools.length, reviews.length, blogs.length]).toEqual([33, 8, 6]);
  await signInAdmin(shop.origin);
  expect(await shop.stop('SIGTERM')).toBe(0);
});
