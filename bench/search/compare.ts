import { type Engine, getNdcg, isFound, type JudgedQuery, type JudgedSet } from './judged-set.ts';

/** How one engine did on a judged set. */
export interface EngineResult {
  engine: string;
  ndcg: number;
  groups: ReadonlyMap<string, { ndcg: number; count: number }>;
  /** The share of numbers whose tool came first, and of typos that found something. Null if they were not measured. */
  numbersFirst: number | null;
  slipsFound: number | null;
  missedNumbers: readonly { text: string; form: string }[];
  missedSlips: readonly JudgedQuery[];
  scored: readonly { query: JudgedQuery; ndcg: number }[];
}

export type Part = 'queries' | 'numbers' | 'slips';

/** Runs all queries of a set on an engine, one after the other. */
export async function runEngine(engine: Engine, set: JudgedSet, only: Part | undefined): Promise<EngineResult> {
  const scored: { query: JudgedQuery; ndcg: number }[] = [];
  const missedNumbers: { text: string; form: string }[] = [];
  const missedSlips: JudgedQuery[] = [];
  if (only === undefined || only === 'queries')
    for (const query of set.queries) scored.push({ query, ndcg: getNdcg(query, await engine.search(query.text)) });
  if (only === undefined || only === 'numbers')
    for (const number of set.numbers)
      if ((await engine.search(number.text))[0] !== number.id) missedNumbers.push(number);
  if (only === undefined || only === 'slips')
    for (const slip of set.slips) if (!isFound(slip, await engine.search(slip.text))) missedSlips.push(slip);
  const groups = new Map<string, { ndcg: number; count: number }>();
  for (const { query, ndcg } of scored) {
    const group = groups.get(query.group) ?? { ndcg: 0, count: 0 };
    groups.set(query.group, {
      ndcg: (group.ndcg * group.count + ndcg) / (group.count + 1),
      count: group.count + 1,
    });
  }
  const toPart = (missed: number, all: number, part: Part) =>
    only === undefined || only === part ? (all - missed) / all : null;
  return {
    engine: engine.name,
    ndcg: scored.reduce((sum, { ndcg }) => sum + ndcg, 0) / Math.max(1, scored.length),
    groups,
    numbersFirst: toPart(missedNumbers.length, set.numbers.length, 'numbers'),
    slipsFound: toPart(missedSlips.length, set.slips.length, 'slips'),
    missedNumbers,
    missedSlips,
    scored,
  };
}
