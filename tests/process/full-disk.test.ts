import { execFileSync } from 'node:child_process';
import { closeSync, cpSync, mkdirSync, openSync, rmSync, symlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { countViolations } from '#tests/support/count-violations.ts';
import {
  findDatabaseUrl,
  QUICK_PASSWORDS,
  type RunningShop,
  sendRequest,
  signInAdmin,
  signUp,
  startShop,
} from '#tests/support/running-shop.ts';
import { makeScratchDir } from '#tests/support/scratch-dir.ts';

// Mounts file systems of a few megabytes, which only root may do, so it is part of `npm run test:faults` alone.

const BUYER = { email: 'ada@example.com', password: 'correct horse', name: 'Ada Smith' };
const TOOL = { itemName: 'Full hammer', about: 'For a test.', balance: 2, quantity: 1_000_000, minOrderQuantity: 1 };
const PICTURE = '/images/drawings/claw-hammer.svg';

let mounted: string[] = [];
let shop: RunningShop | null = null;

beforeEach(() => {
  mounted = [];
});
afterEach(async () => {
  await shop?.stop();
  shop = null;
  for (const folder of mounted) execFileSync('umount', ['--lazy', folder]);
});

function mountSmall(megabytes: number): string {
  const folder = makeScratchDir('small-disk-');
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
  mounted.push(folder);
  return folder;
}

/** Takes what is left of a disk, until `free` is called. */
function fill(folder: string): { free(): void } {
  const file = join(folder, 'filler');
  const filler = openSync(file, 'w');
  try {
    for (const block = Buffer.alloc(65_536); ; ) writeSync(filler, block);
  } catch (error) {
    if (!/ENOSPC/.test(String(error))) throw error;
  }
  closeSync(filler);
  return { free: () => rmSync(file) };
}

/** Moves PostgreSQL's log of changes to a disk of its own. The shop must not be running. */
function moveLogTo(folder: string, dataDir: string): void {
  const log = join(dataDir, 'postgres', 'pg_wal');
  const moved = join(folder, 'pg_wal');
  cpSync(log, moved, { recursive: true });
  execFileSync('chown', ['-R', `--reference=${join(dataDir, 'postgres', 'base')}`, folder]);
  execFileSync('chmod', ['700', moved]);
  rmSync(log, { recursive: true });
  symlinkSync(moved, log);
}

/** Orders and looks at the home page nonstop. Counts the responses by what they were. */
function startBuying(origin: string, token: string, toolId: string) {
  const acknowledged = new Set<string>();
  let responses = new Map<string, number>();
  let isStopped = false;
  const count = (what: string) => responses.set(what, (responses.get(what) ?? 0) + 1);
  const buy = async () => {
    const body = { toolId, itemName: TOOL.itemName, quantity: 1, price: 2, name: BUYER.name, email: BUYER.email };
    const order = await fetch(`${origin}/api/order`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    const { insertedId } = (await order.json()) as { insertedId?: string };
    if (insertedId) acknowledged.add(insertedId);
    count(`order ${order.status}`);
    const home = await fetch(`${origin}/home`);
    await home.text();
    count(`home ${home.status}`);
    if (!order.ok) await pause(50);
  };
  const buyers = [1, 2, 3].map(async () => {
    while (!isStopped) await buy();
  });
  return {
    acknowledged,
    /** The kinds of responses since the last call, sorted. */
    takeKinds() {
      const kinds = [...responses.keys()].sort();
      responses = new Map();
      return kinds;
    },
    async stop() {
      isStopped = true;
      await Promise.all(buyers);
    },
  };
}

test.each(['the database', 'its log of changes'])(
  'while the disk of %s is full, orders get 503 and pages are shown; with space, all goes on',
  async (what) => {
    const disk = mountSmall(300);
    const dataDir = join(disk, 'data');
    mkdirSync(dataDir);
    let small = disk;
    if (what !== 'the database') {
      small = mountSmall(64);
      await (await startShop({ dataDir, env: QUICK_PASSWORDS })).stop();
      moveLogTo(small, dataDir);
    }
    shop = await startShop({ dataDir, env: QUICK_PASSWORDS });
    const { origin } = shop;
    const { token } = await signUp(origin, BUYER);
    const created = await sendRequest(
      'POST',
      `${origin}/api/tools`,
      { ...TOOL, picture: PICTURE },
      await signInAdmin(origin),
    );
    const { insertedId: toolId } = (await created.json()) as { insertedId: string };
    const buyers = startBuying(origin, token, toolId);
    try {
      await expect.poll(() => buyers.acknowledged.size).toBeGreaterThan(10);
      const { free } = fill(small);
      const client = new pg.Client({ connectionString: await findDatabaseUrl(shop) });
      client.on('error', () => {});
      await client.connect();
      // Orders alone would take long to fill what PostgreSQL has reserved.
      const writing = client
        .query('create table filler as select repeat(md5(i::text), 30) from generate_series(1, 60000) i')
        .then(
          () => null,
          (error: Error) => error.message,
        );
      expect(await writing).toMatch(/No space left|Connection terminated/);
      await client.end().catch(() => {});
      await expect.poll(() => buyers.takeKinds()).toContain('order 503');
      for (let second = 0; second < 5; second += 1) {
        await pause(1_000);
        expect(buyers.takeKinds().filter((kind) => !['home 200', 'order 201', 'order 503'].includes(kind))).toEqual([]);
      }
      free();
      const before = buyers.acknowledged.size;
      await expect.poll(() => buyers.acknowledged.size).toBeGreaterThan(before + 10);
    } finally {
      await buyers.stop();
    }
    const client = new pg.Client({ connectionString: await findDatabaseUrl(shop) });
    await client.connect();
    const { rows } = await client.query<{ id: string }>('select id from orders where tool_id = $1', [toolId]);
    await client.query('drop table if exists filler');
    await client.end();
    const stored = new Set(rows.map(({ id }) => id));
    expect([...buyers.acknowledged].filter((id) => !stored.has(id))).toEqual([]);
    expect(await countViolations(dataDir)).toBe(0);
  },
);
