import type { Memory } from './memory.ts';
import type { OrderRates } from './place-orders.ts';
import type { Timing } from './timing.ts';

/** The measurements of one size. A timing is null if the shop does not have the call. */
export interface SizeResult {
  tools: number;
  orders: number;
  loadSeconds: number;
  timings: ReadonlyMap<string, ReadonlyMap<string, Timing | null>>;
  placing: OrderRates;
  memory: Memory | null;
}

/** A median may grow by this factor, or by this many milliseconds, from the smallest to the largest size. */
const MAX_RATIO = 1.5;
const MAX_MORE_MS = 1.5;

/** How many milliseconds searches may take, by the number of tools. */
const SEARCH_GOALS = [
  { tools: 100_000, p50: 15, p99: 50 },
  { tools: 1_000_000, p50: 25, p99: 100 },
];

const ms = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0));
const count = (value: number) => value.toLocaleString('en');
const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function isGrown(first: Timing, last: Timing): boolean {
  return last.p50 > first.p50 * MAX_RATIO && last.p50 > first.p50 + MAX_MORE_MS;
}

/** Formats all measurements as Markdown. */
export function writeGrowth(results: readonly SizeResult[], conditions: string): string {
  const [first] = results;
  const last = results.at(-1);
  if (!first || !last) return '';
  const lines = [
    '# How the shop grows',
    '',
    `Measured by \`npm run bench:growth\`: ${conditions}`,
    '',
    'Times are p50 / p99 in ms, for one request at a time. The last column is the p50 at the largest size divided by that at the smallest.',
    'Other searches ran first to warm up, because the first hundred after a start take up to twice as long.',
    `**Bold** marks a p50 that became more than ${MAX_RATIO} times as long and grew by more than ${MAX_MORE_MS} ms.`,
    '',
    row(['', ...results.map(({ tools }) => `${count(tools)} tools`), 'ratio']),
    row(['---', ...results.map(() => '---:'), '---:']),
    row(['orders', ...results.map(({ orders }) => count(orders)), '']),
    row(['loaded in', ...results.map(({ loadSeconds }) => `${loadSeconds.toFixed(0)} s`), '']),
    row([
      'orders per second, 16 clients',
      ...results.map(({ placing }) => count(placing.perSecond)),
      (last.placing.perSecond / first.placing.perSecond).toFixed(2),
    ]),
    row([
      'one order at a time',
      ...results.map(({ placing }) => show(placing.alone)),
      ratio(first.placing.alone, last.placing.alone),
    ]),
    row(['memory at rest, shop', ...results.map(({ memory }) => (memory ? `${memory.shop} MB` : '')), '']),
    row(['memory at rest, PostgreSQL', ...results.map(({ memory }) => (memory ? `${memory.database} MB` : '')), '']),
  ];
  for (const [group, calls] of last.timings) {
    lines.push('', `## ${group}`, '');
    lines.push(row(['', ...results.map(({ tools }) => count(tools)), 'ratio']));
    lines.push(row(['---', ...results.map(() => '---:'), '---:']));
    for (const name of calls.keys()) {
      const timings = results.map((result) => result.timings.get(group)?.get(name) ?? null);
      const [small, large] = [timings[0], timings.at(-1)];
      const cells = timings.map((timing) => (timing ? show(timing) : 'not available'));
      lines.push(row([name, ...cells, small && large ? ratio(small, large) : '']));
    }
  }
  const misses = listGrowthMisses(results);
  if (misses.length > 0) lines.push('', '## Goals missed', '', ...misses.map((miss) => `- ${miss}`));
  return `${lines.join('\n')}\n`;
}

function show({ p50, p99 }: Timing): string {
  return `${ms(p50)} / ${ms(p99)}`;
}

function ratio(small: Timing, large: Timing): string {
  const text = (large.p50 / small.p50).toFixed(1);
  return isGrown(small, large) ? `**${text}**` : text;
}

/** Returns one line for each missed goal. */
export function listGrowthMisses(results: readonly SizeResult[]): string[] {
  const [first] = results;
  const last = results.at(-1);
  if (!first || !last) return [];
  const misses: string[] = [];
  for (const [group, calls] of last.timings) {
    if (group === 'searches') continue;
    for (const [name, large] of calls) {
      const small = first.timings.get(group)?.get(name);
      if (small && large && isGrown(small, large))
        misses.push(`${group}, ${name}: from ${ms(small.p50)} ms to ${ms(large.p50)} ms`);
    }
  }
  for (const result of results) {
    const goal = SEARCH_GOALS.find(({ tools }) => tools === result.tools);
    for (const [name, timing] of result.timings.get('searches') ?? [])
      if (goal && timing && (timing.p50 > goal.p50 || timing.p99 > goal.p99))
        misses.push(`${count(result.tools)} tools, search, ${name}: ${show(timing)}, goal ${goal.p50} / ${goal.p99}`);
  }
  if (last.placing.perSecond < first.placing.perSecond * 0.9)
    misses.push(`orders per second: from ${first.placing.perSecond} to ${last.placing.perSecond}`);
  return misses;
}
