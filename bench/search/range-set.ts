import { chooseTruth, makeTool, toToolNumber } from '../range/range.ts';
import { gradeTool, RANGE_QUERIES } from './judged-queries.ts';
import { DEPTH, type JudgedQuery, type JudgedSet } from './judged-set.ts';
import { makeNumbers } from './part-numbers.ts';
import { makeSlips } from './slips.ts';

/** A generated range of `count` tools and the queries on it. Grades follow from the truth behind each tool. */
export function createRangeSet(count: number): JudgedSet {
  const truths = Array.from({ length: count }, (_, at) => chooseTruth(at).truth);
  const queries = RANGE_QUERIES.map((query): JudgedQuery => {
    const counts = [0, 0, 0, 0];
    for (const truth of truths) {
      const grade = gradeTool(query, truth);
      counts[grade] = (counts[grade] ?? 0) + 1;
    }
    return {
      group: query.group,
      text: query.text,
      ideal: [3, 2, 1]
        .flatMap((grade) => Array<number>(Math.min(DEPTH, counts[grade] ?? 0)).fill(grade))
        .slice(0, DEPTH),
      grade(id) {
        const truth = truths[toToolNumber(id) ?? -1];
        return truth ? gradeTool(query, truth) : 0;
      },
    };
  });
  const documents = truths.map((_, at) => makeTool(at));
  return {
    name: `generated range of ${count.toLocaleString('en')} tools`,
    documents,
    // A small range may have no match for some queries.
    queries: queries.filter(({ ideal }) => (ideal[0] ?? 0) >= 2),
    slips: makeSlips(queries, 400),
    numbers: makeNumbers(documents, 320, 120),
  };
}
