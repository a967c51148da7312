import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import {
  ADMIN,
  findDatabaseUrl,
  type RunningShop,
  removeDataDir,
  sendRequest,
  signInAdmin,
  startShop,
} from '#tests/support/running-shop.ts';
import { ensureBuilt } from '../scripts/prepare.mjs';
import { loadGrowth, type Size } from './growth/load.ts';
import { readMemory } from './growth/memory.ts';
import { addTool, measureOrders } from './growth/place-orders.ts';
import { listGrowthMisses, type SizeResult, writeGrowth } from './growth/report.ts';
import { type Call, listListCalls, listPageCalls, type Samples } from './growth/requests.ts';
import { listSearchCalls } from './growth/search-requests.ts';
import { type Asker, type Timing, timeCall, timeCursor } from './growth/timing.ts';
import { warmUp } from './growth/warm-up.ts';
import { indexAll } from './search/index-all.ts';

const { values: options } = parseArgs({
  options: {
    /** Fill the installation of DATABASE_URL or DATA_DIR without measuring it. */
    'load-only': { type: 'boolean', default: false },
    tools: { type: 'string' },
    orders: { type: 'string' },
    /** The numbers of tools to measure, with the same number of orders. */
    sizes: { type: 'string', default: '1000,100000,1000000' },
    seconds: { type: 'string', default: '6' },
    /** A folder in which to keep the filled installations, so that later runs need not fill them again. */
    keep: { type: 'string' },
  },
});

/** The most tools on one page of `/tools`. */
const MAX_PER_PAGE = 48;

const say = (line: string) => console.log(`  ${line}`);
const toCount = (text: string | undefined, fallback: number) => {
  const value = text === undefined ? fallback : Number(text);
  if (!Number.isInteger(value)) throw new Error(`${text} is not a whole number`);
  return value;
};

async function withPool<T>(url: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: url, max: 2 });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/** Runs the shop on a data folder while `work` runs. */
async function withShop<T>(dataDir: string, work: (shop: RunningShop) => Promise<T>): Promise<T> {
  const shop = await startShop({ dataDir, env: { SEED: 'none' } });
  try {
    return await work(shop);
  } finally {
    await shop.stop();
  }
}

async function fillInstallation(size: Size): Promise<void> {
  const { DATABASE_URL: url, DATA_DIR: dataDir } = process.env;
  const fill = (address: string) => withPool(address, (pool) => loadGrowth(pool, size, say));
  if (url) return fill(url);
  if (!dataDir) throw new Error('--load-only needs DATABASE_URL or DATA_DIR');
  const running = await findDatabaseUrl({ dataDir }).catch(() => null);
  if (running) return fill(running);
  await ensureBuilt();
  await withShop(dataDir, async (shop) => fill(await findDatabaseUrl(shop)));
}

async function measureSize(size: Size): Promise<SizeResult> {
  console.log(`${size.tools} tools, ${size.orders} orders`);
  const kept = options.keep && join(options.keep, String(size.tools));
  // On disk as in production, instead of in memory as in tests.
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'shop-growth-'));
  try {
    const loadSeconds = await fillOnce(dataDir, size);
    return await withShop(dataDir, async (shop) => {
      await pause(10_000);
      await settle(shop);
      const memory = shop.process.pid ? readMemory(shop.process.pid) : null;
      await warmUp(shop.origin);
      const { timings, placing } = await measureShop(shop);
      return { ...size, loadSeconds, timings, placing, memory };
    });
  } finally {
    if (!kept) removeDataDir(dataDir);
  }
}

/** Fills a folder unless that was done before. Returns how many seconds it took, now or then. */
async function fillOnce(dataDir: string, size: Size): Promise<number> {
  const note = `${dataDir}.seconds`;
  if (options.keep && existsSync(note)) return Number(readFileSync(note, 'utf8'));
  const begun = performance.now();
  await fillShop(dataDir, size);
  const seconds = (performance.now() - begun) / 1_000;
  if (options.keep) writeFileSync(note, String(seconds));
  return seconds;
}

async function fillShop(dataDir: string, size: Size): Promise<void> {
  await withShop(dataDir, async (shop) =>
    withPool(await findDatabaseUrl(shop), async (pool) => {
      await loadGrowth(pool, size, say);
      // In production, autovacuum would have done this over the months.
      await pool.query('vacuum (analyze)');
      await indexAll({ pool, count: size.tools });
    }),
  );
}

/** Waits until jobs have counted the loaded rows, as they have in a shop in production. */
async function settle(shop: RunningShop): Promise<void> {
  await withPool(await findDatabaseUrl(shop), async (pool) => {
    for (;;) {
      const { rows } = await pool.query('select from category_facet_changes limit 1');
      if (rows.length === 0) break;
      await pause(1_000);
    }
    // Autovacuum does this within minutes after the counts have changed.
    await pool.query('vacuum (analyze) category_facets, stock_covers, tool_stocks');
  });
}

async function measureShop(shop: RunningShop): Promise<Pick<SizeResult, 'timings' | 'placing'>> {
  const { origin } = shop;
  const admin = await signInAdmin(origin);
  const toolId = await addTool(origin, admin, 99);
  let changes = 0;
  const asker: Asker = {
    origin,
    admin,
    async change() {
      const { version } = (await (await fetch(`${origin}/api/tools/${toolId}`)).json()) as { version: number };
      await sendRequest('PATCH', `${origin}/api/tools/${toolId}`, { about: `Change ${changes++}.`, version }, admin);
    },
  };
  const samples = await pickSamples(shop);
  const lists = await listListCalls(origin, ADMIN.email, admin);
  const timings = new Map<string, Map<string, Timing | null>>();
  const store = ({ group, name }: Pick<Call, 'group' | 'name'>, timing: Timing | null) => {
    const calls = timings.get(group) ?? new Map<string, Timing | null>();
    timings.set(group, calls.set(name, timing));
    if (timing) say(`${group}, ${name}: ${timing.p50.toFixed(1)} / ${timing.p99.toFixed(1)} ms`);
    else say(`${group}, ${name}: not available`);
  };
  for (const call of [...listPageCalls(samples), ...listSearchCalls(samples), ...lists])
    store(call, await timeCall(call, asker));
  for (const { group, name, address, isAdmins } of lists)
    if (name === 'newest' || name.startsWith('sort='))
      store({ group, name: `${name}, by cursor` }, await timeCursor(address(0), isAdmins, asker));
  const placing = await measureOrders(origin, admin, Number(options.seconds));
  say(`${placing.perSecond} orders per second`);
  return { timings, placing };
}

/** Chooses tools from all parts of the range, and the addresses of categories if the shop has any. */
async function pickSamples(shop: RunningShop): Promise<Samples> {
  return withPool(await findDatabaseUrl(shop), async (pool) => {
    const { rows } =
      await pool.query(`select t.id, t.sku, t.slug, (select count(*)::int from tools) as tools from generate_series(0, 119) n,
      lateral (select id, sku, slug from tools where id >= 'rangetool' || lpad(((select count(*) from tools) * n / 120)::text, 15, '0') order by id limit 1) t`);
    const response = await fetch(`${shop.origin}/api/categories`);
    const slugs = response.ok
      ? [...(await response.text()).matchAll(/"slug":"([^"]+)"/g)].map(([, slug]) => slug ?? '')
      : [];
    return {
      ids: rows.map(({ id }) => id),
      slugs: rows.map(({ slug }) => slug),
      // The shop shows the last page for any higher number.
      pages: Math.min(90, Math.floor(rows[0].tools / MAX_PER_PAGE) - 1),
      skus: rows.map(({ sku }) => sku),
      categories: slugs,
    };
  });
}

if (options['load-only']) {
  const tools = toCount(options.tools, 100_000);
  await fillInstallation({ tools, orders: toCount(options.orders, tools) });
} else {
  await ensureBuilt();
  const sizes = options.tools
    ? [{ tools: toCount(options.tools, 0), orders: toCount(options.orders, toCount(options.tools, 0)) }]
    : options.sizes.split(',').map((text) => ({ tools: toCount(text, 0), orders: toCount(text, 0) }));
  const results: SizeResult[] = [];
  for (const size of sizes) {
    results.push(await measureSize(size));
    const conditions = `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ${cpus().length} cores (${cpus()[0]?.model}), durable PostgreSQL on disk.`;
    // Written after each size, so that an interrupted run keeps its results so far.
    writeFileSync(new URL('./growth-results.md', import.meta.url), writeGrowth(results, conditions));
  }
  const misses = listGrowthMisses(results);
  for (const miss of misses) console.log(`MISSED  ${miss}`);
  process.exitCode = misses.length > 0 ? 1 : 0;
}
