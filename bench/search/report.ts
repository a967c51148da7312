import type { EngineResult } from './compare.ts';
import type { JudgedSet } from './judged-set.ts';

/** The measurements of a range: the shop first, then the baselines. */
export interface SetResult {
  set: JudgedSet;
  results: readonly EngineResult[];
  /** Duration of the shop's searches, in ms. */
  p50: number;
  p99: number;
}

/** How much better than plain BM25 the shop must rank, and how much it must find. */
const GOALS = { ndcgRatio: 1.1, numbersFirst: 0.99, slipsFound: 0.95 };

const show = (value: number | null | undefined) => (value === null || value === undefined ? '' : value.toFixed(3));
const percent = (part: number | null) => (part === null ? '' : `${(part * 100).toFixed(1)} %`);

/** Formats the figures of a range as a Markdown table. */
export function writeTables({ set, results, p50, p99 }: SetResult): string {
  const groups = [...(results[0]?.groups.keys() ?? [])];
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const count = (group: string) => results[0]?.groups.get(group)?.count ?? 0;
  return [
    `## The ${set.name}`,
    '',
    row(['', 'queries', ...results.map(({ engine }) => engine)]),
    row(['---', ...Array<string>(results.length + 1).fill('---:')]),
    row(['**NDCG@10**', String(set.queries.length), ...results.map(({ ndcg }) => show(ndcg))]),
    ...groups.map((group) =>
      row([group, String(count(group)), ...results.map((result) => show(result.groups.get(group)?.ndcg))]),
    ),
    row([
      '**part number ranked first**',
      String(set.numbers.length),
      ...results.map(({ numbersFirst }) => percent(numbersFirst)),
    ]),
    row([
      '**found despite a typo**',
      String(set.slips.length),
      ...results.map(({ slipsFound }) => percent(slipsFound)),
    ]),
    '',
    `A search in the shop over HTTP takes ${p50.toFixed(1)} ms at p50 and ${p99.toFixed(1)} ms at p99.`,
    '',
  ].join('\n');
}

/** Returns one line for each missed goal. */
export function listMisses({ set, results }: SetResult): string[] {
  const [shop] = results;
  const bm25 = results.find(({ engine }) => engine === 'BM25');
  if (!shop || !bm25) return [];
  const misses: string[] = [];
  const goal = bm25.ndcg * GOALS.ndcgRatio;
  if (shop.scored.length > 0 && shop.ndcg < goal)
    misses.push(`${set.name}: NDCG@10 ${show(shop.ndcg)}, goal ${show(goal)} (${GOALS.ndcgRatio} times BM25)`);
  if (shop.numbersFirst !== null && shop.numbersFirst < GOALS.numbersFirst)
    misses.push(
      `${set.name}: part number ranked first ${percent(shop.numbersFirst)}, goal ${percent(GOALS.numbersFirst)}`,
    );
  if (shop.slipsFound !== null && shop.slipsFound < GOALS.slipsFound)
    misses.push(`${set.name}: found despite a typo ${percent(shop.slipsFound)}, goal ${percent(GOALS.slipsFound)}`);
  return misses;
}
