import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { findDatabaseUrl, type RunningShop, removeDataDir, startShop } from '#tests/support/running-shop.ts';
import { ensureBuilt } from '../scripts/prepare.mjs';
import { loadRange } from './range/load-range.ts';
import { MAX_RANGE } from './range/range.ts';
import { type Part, runEngine } from './search/compare.ts';
import { createDemoSet } from './search/demo-set.ts';
import { createBm25 } from './search/engines/bm25.ts';
import { createMiniSearch } from './search/engines/minisearch.ts';
import { createPostgresText } from './search/engines/postgres-text.ts';
import { createShopEngine } from './search/engines/shop.ts';
import { indexAll } from './search/index-all.ts';
import type { Engine, JudgedSet, SearchDocument } from './search/judged-set.ts';
import { createRangeSet } from './search/range-set.ts';
import { listMisses, type SetResult, writeTables } from './search/report.ts';

const { values: options } = parseArgs({
  options: {
    /** The number of tools in the generated range. */
    tools: { type: 'string', default: '20000' },
    /** 'demo' or 'generated'. Default: both. */
    range: { type: 'string' },
    only: { type: 'string' },
    /** A query whose results are shown instead of measuring. */
    show: { type: 'string', multiple: true },
    /** How many of the worst queries to list. */
    worst: { type: 'string', default: '0' },
  },
});
const count = Number(options.tools);
if (!Number.isInteger(count) || count < 1 || count > MAX_RANGE) throw new Error(`--tools: from 1 to ${MAX_RANGE}`);
if (options.only !== undefined && !['queries', 'numbers', 'slips'].includes(options.only))
  throw new Error('--only: queries, numbers or slips');

/** MiniSearch keeps its index in this process and takes long to build it for more tools than this. */
const MAX_IN_MEMORY = 60_000;

async function withShop<T>(seed: 'demo' | 'none', work: (shop: RunningShop, pool: pg.Pool) => Promise<T>): Promise<T> {
  const shop = await startShop({ env: { SEED: seed } });
  const pool = new pg.Pool({ connectionString: await findDatabaseUrl(shop), max: 2 });
  try {
    return await work(shop, pool);
  } finally {
    await pool.end();
    await shop.stop();
    removeDataDir(shop.dataDir);
  }
}

async function measure(set: JudgedSet, shop: RunningShop, pool: pg.Pool): Promise<SetResult | null> {
  const shopEngine = createShopEngine(shop);
  const floors: Engine[] = [createBm25(set.documents)];
  const addOthers = async () => {
    floors.push(await createPostgresText(pool, set.documents));
    if (set.documents.length <= MAX_IN_MEMORY) floors.push(createMiniSearch(set.documents));
  };
  if (options.show) {
    await addOthers();
    for (const text of options.show) await showResults(text, set, [shopEngine, ...floors]);
    return null;
  }
  const only = options.only as Part | undefined;
  for (const { text } of set.queries.slice(0, 20)) await shopEngine.search(text);
  shopEngine.times.length = 0;
  const results = [await runEngine(shopEngine, set, only)];
  await addOthers();
  for (const floor of floors) results.push(await runEngine(floor, set, only));
  const times = shopEngine.times.toSorted((a, b) => a - b);
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  return { set, results, p50: at(0.5), p99: at(0.99) };
}

async function showResults(text: string, set: JudgedSet, engines: readonly Engine[]): Promise<void> {
  const judged = [...set.queries, ...set.slips].find((query) => query.text === text);
  const names = new Map(set.documents.map(({ id, sku, itemName }) => [id, `${sku} | ${itemName}`]));
  console.log(`\n# ${text}: ${set.name}${judged ? `, ideal grades ${judged.ideal.join(' ')}` : ', not judged'}`);
  for (const engine of engines) {
    console.log(`\n${engine.name}`);
    for (const id of await engine.search(text)) console.log(`  ${judged?.grade(id) ?? '-'}  ${names.get(id) ?? id}`);
  }
}

function printWorst({ set, results: [shop, ...floors] }: SetResult, most: number): void {
  if (!shop || most === 0) return;
  console.log(`Worst queries of the ${set.name}: the shop, then ${floors.map(({ engine }) => engine).join(', ')}`);
  const worst = shop.scored.toSorted((a, b) => a.ndcg - b.ndcg).slice(0, most);
  for (const { query, ndcg } of worst) {
    const others = floors.map(({ scored }) => scored.find((one) => one.query === query)?.ndcg.toFixed(2));
    console.log(`  ${ndcg.toFixed(2)}  ${others.join(' ')}  ${query.group}: ${query.text}`);
  }
  for (const { form, text } of shop.missedNumbers.slice(0, most)) console.log(`  not ranked first, ${form}: ${text}`);
  for (const { group, text } of shop.missedSlips.slice(0, most)) console.log(`  not found, ${group}: ${text}`);
}

await ensureBuilt();
const measured: SetResult[] = [];
if (options.range !== 'generated') {
  const result = await withShop('demo', async (shop, pool) => {
    const response = await fetch(`${shop.origin}/api/tools?limit=100`);
    const tools = (await response.json()) as (Omit<SearchDocument, 'id'> & { _id: string })[];
    await indexAll({ pool, count: tools.length });
    return measure(createDemoSet(tools.map(({ _id, ...tool }) => ({ ...tool, id: _id }))), shop, pool);
  });
  if (result) measured.push(result);
}
if (options.range !== 'demo') {
  const result = await withShop('none', async (shop, pool) => {
    await loadRange(pool, count);
    await indexAll({ pool, count });
    return measure(createRangeSet(count), shop, pool);
  });
  if (result) measured.push(result);
}
for (const result of measured) {
  console.log(writeTables(result));
  printWorst(result, Number(options.worst));
}
const misses = measured.flatMap(listMisses);
for (const miss of misses) console.log(`MISSED  ${miss}`);
const isWhole = measured.length === 2 && options.only === undefined;
if (isWhole) {
  const head = `# Search quality compared with other engines\n\nMeasured by \`npm run bench:search\` on ${new Date().toISOString().slice(0, 10)} with Node ${process.version}. NDCG@10 is 1 for the best possible order.\n`;
  writeFileSync(
    new URL('./search-results.md', import.meta.url),
    [head, ...measured.map(writeTables), ...misses.map((miss) => `- Goal missed: ${miss}`)]
      .join('\n')
      .trimEnd()
      .concat('\n'),
  );
}
process.exitCode = misses.length > 0 ? 1 : 0;
