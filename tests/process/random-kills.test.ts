import { randomBytes, randomInt } from 'node:crypto';
import { appendFileSync, cpSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countViolations } from '#tests/support/count-violations.ts';
import { createRandom } from '#tests/support/random.ts';
import {
  findDatabaseUrl,
  makeDataDir,
  QUICK_PASSWORDS,
  type RunningShop,
  removeDataDir,
  sendRequest,
  signIn,
  signInAdmin,
  signUp,
  startShop,
  waitUntilReady,
} from '#tests/support/running-shop.ts';
import { copyUsedDataDir } from '#tests/support/used-data-dir.ts';

/**
 * How long this is, from where it starts, and where its shop is kept. A run that is given the folder of an earlier one
 * goes on with its orders.
 */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 1);
const SEED = Number(process.env.FAULT_SEED ?? randomInt(2 ** 31));
const KEPT_FOLDER = process.env.FAULT_FOLDER;

const ROUND_MS = 10_000;
const VICTIMS = ['shop', 'PostgreSQL', 'a backend', 'both'] as const;
const BUYER = { email: 'kills@example.com', password: 'buyers-password', name: 'Ada Smith' };
const TOOL = { itemName: 'Kill hammer', about: 'For a test.', balance: 2, quantity: 1_000_000, minOrderQuantity: 1 };
const PICTURE = '/images/drawings/claw-hammer.svg';

const folder = KEPT_FOLDER ?? makeDataDir();
const dataDir = join(folder, 'data');
const journal = join(folder, 'orders.jsonl');
/** The order of each idempotency key; null until it was acknowledged. */
const orders = new Map<string, string | null>();
let shop: RunningShop;
let token = '';
let toolId = '';

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  if (!existsSync(dataDir)) cpSync(await copyUsedDataDir(), dataDir, { recursive: true });
  shop = await startShop({ dataDir, env: QUICK_PASSWORDS });
  if (existsSync(journal)) for (const line of readFileSync(journal, 'utf8').trim().split('\n')) read(line);
  if (toolId) return;
  const created = await sendRequest(
    'POST',
    `${shop.origin}/api/tools`,
    { ...TOOL, picture: PICTURE },
    await signInAdmin(shop.origin),
  );
  toolId = ((await created.json()) as { insertedId: string }).insertedId;
  record({ toolId });
  await signUp(shop.origin, BUYER);
});
afterAll(async () => {
  await shop.stop();
  if (!KEPT_FOLDER) removeDataDir(folder);
});

type Line = { toolId: string } | { key: string; order: string | null };

function record(line: Line): void {
  appendFileSync(journal, `${JSON.stringify(line)}\n`);
}

function read(text: string): void {
  const line = JSON.parse(text) as Line;
  if ('toolId' in line) toolId = line.toolId;
  else orders.set(line.key, line.order);
}

async function placeOrder(key: string): Promise<void> {
  const body = {
    toolId,
    itemName: TOOL.itemName,
    quantity: 1,
    price: TOOL.balance,
    name: BUYER.name,
    email: BUYER.email,
  };
  const response = await sendRequest('POST', `${shop.origin}/api/order`, body, token, { 'idempotency-key': key });
  const { insertedId: order } = (await response.json()) as { insertedId: string };
  const known = orders.get(key);
  if (known) expect(order).toBe(known);
  orders.set(key, order);
  record({ key, order });
}

/** As a client should: again with its key while the answer is that the database is busy. */
async function placeOrderUntilAnswered(key: string): Promise<void> {
  for (let trial = 1; ; trial += 1) {
    try {
      return await placeOrder(key);
    } catch (error) {
      if (trial === 60 || !/responded with 503|fetch failed/.test(String(error))) throw error;
      await pause(500);
    }
  }
}

async function placeNewOrder(): Promise<void> {
  const key = randomBytes(16).toString('hex');
  orders.set(key, null);
  record({ key, order: null });
  await placeOrder(key);
}

/** Orders nonstop until stopped. What got no answer is left for later. */
async function orderUntil(stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) await placeNewOrder().catch(() => pause(20));
}

/** Null between two servers: on a busy machine, the shop may still take the killed one for alive. */
function findPostmaster(): number | null {
  try {
    return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]) || null;
  } catch {
    return null;
  }
}

/** Null while the server recovers. */
async function findBackend(): Promise<number | null> {
  const client = new pg.Client({ connectionString: await findDatabaseUrl(shop) });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(
      "select pid from pg_stat_activity where application_name = 'ironmonger' order by state_change desc limit 1",
    );
    return rows[0]?.pid ?? null;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Kills a process that may have ended by itself meanwhile. */
function killProcess(pid: number | null): void {
  try {
    if (pid) process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

async function kill(victim: (typeof VICTIMS)[number]): Promise<void> {
  if (victim === 'a backend') killProcess(await findBackend());
  if (victim === 'PostgreSQL' || victim === 'both') killProcess(findPostmaster());
  if (victim === 'PostgreSQL' || victim === 'a backend') {
    // It takes a moment until this is noticed.
    await pause(300);
    return waitUntilReady(shop);
  }
  await shop.stop('SIGKILL');
  shop = await startShop({ dataDir, env: QUICK_PASSWORDS });
}

for (let round = 0; round < ROUNDS; round += 1) {
  const seed = SEED + round;
  test(`after kills at random moments (FAULT_SEED=${seed}), every acknowledged order is there once`, async () => {
    const random = createRandom(seed);
    token = await signIn(shop.origin, BUYER);
    await placeNewOrder();
    const stopping = new AbortController();
    const buyers = Array.from({ length: 4 }, () => orderUntil(stopping.signal));
    const killed: string[] = [];
    for (const until = performance.now() + ROUND_MS; performance.now() < until; ) {
      await pause(200 + random.below(2_000));
      const victim = random.pick(VICTIMS);
      killed.push(victim);
      await kill(victim);
    }
    stopping.abort();
    await Promise.all(buyers);
    await waitUntilReady(shop);

    // Whoever got no answer asks again: then each key has exactly one order, old or new.
    const acknowledged = [...orders.values()].filter((order) => order !== null);
    for (const [key, order] of orders) if (order === null) await placeOrderUntilAnswered(key);
    const client = new pg.Client({ connectionString: await findDatabaseUrl(shop) });
    await client.connect();
    const { rows } = await client.query<{ id: string }>('select id from orders where tool_id = $1', [toolId]);
    await client.end();
    const stored = new Set(rows.map(({ id }) => id));
    expect([killed.length, acknowledged.length].every((count) => count > 0)).toBe(true);
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
    expect(rows.length).toBe(orders.size);
    expect(new Set(orders.values()).size).toBe(orders.size);
    expect(await countViolations(dataDir)).toBe(0);
  });
}
