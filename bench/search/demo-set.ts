import { DEPTH, type JudgedQuery, type JudgedSet, type SearchDocument } from './judged-set.ts';
import { makeNumbers } from './part-numbers.ts';
import { demoQueries } from './queries/demo-shop.ts';
import { makeSlips } from './slips.ts';

/** The demo shop's tools, with queries that were judged by hand. */
export function createDemoSet(documents: readonly SearchDocument[]): JudgedSet {
  const idsBySku = new Map(documents.map(({ id, sku }) => [sku, id]));
  const queries = demoQueries
    .trim()
    .split('\n')
    .map((line) => parseDemoQuery(line, idsBySku));
  return {
    name: `demo shop of ${documents.length} tools`,
    documents,
    queries,
    slips: makeSlips(queries, 100),
    numbers: makeNumbers(documents, 64, 30),
  };
}

function parseDemoQuery(line: string, idsBySku: ReadonlyMap<string, string>): JudgedQuery {
  const [group = '', text = '', ...graded] = line.split('|').map((part) => part.trim());
  const grades = new Map<string, number>();
  for (const [at, skus] of graded.entries()) {
    for (const sku of skus.split(' ').filter(Boolean)) {
      const id = idsBySku.get(sku);
      if (!id) throw new Error(`${text}: the demo shop has no ${sku}`);
      grades.set(id, 3 - at);
    }
  }
  const ideal = [...grades.values()].sort((a, b) => b - a).slice(0, DEPTH);
  return { group, text, ideal, grade: (id) => grades.get(id) ?? 0 };
}
