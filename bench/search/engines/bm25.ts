import { DEPTH, type Engine, type SearchDocument } from '../judged-set.ts';

const K1 = 1.2;
const B = 0.75;

/** Joins all texts of a tool. */
export function writeWholeText(document: SearchDocument): string {
  const { sku, gtin, itemName, about, category, family, specifications, maker, warnings } = document;
  const rows = specifications.map(({ name, value, unit }) => `${name} ${value} ${unit}`);
  return [sku, gtin ?? '', itemName, about, category, family, ...rows, maker?.name ?? '', warnings].join('\n');
}

function listTokens(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Plain BM25 over the lower-case words of all fields together. Any engine must beat it. */
export function createBm25(documents: readonly SearchDocument[]): Engine {
  const postings = new Map<string, Map<number, number>>();
  const lengths: number[] = [];
  for (const [at, document] of documents.entries()) {
    const tokens = listTokens(writeWholeText(document));
    lengths.push(tokens.length);
    for (const token of tokens) {
      const counts = postings.get(token) ?? new Map<number, number>();
      counts.set(at, (counts.get(at) ?? 0) + 1);
      postings.set(token, counts);
    }
  }
  const average = lengths.reduce((sum, length) => sum + length, 0) / documents.length;
  return {
    name: 'BM25',
    search(text) {
      const scores = new Map<number, number>();
      for (const token of new Set(listTokens(text))) {
        const counts = postings.get(token) ?? new Map<number, number>();
        const weight = Math.log(1 + (documents.length - counts.size + 0.5) / (counts.size + 0.5));
        for (const [at, count] of counts) {
          const norm = K1 * (1 - B + (B * (lengths[at] ?? 0)) / average);
          scores.set(at, (scores.get(at) ?? 0) + (weight * count * (K1 + 1)) / (count + norm));
        }
      }
      return [...scores]
        .sort(([a, x], [b, y]) => y - x || a - b)
        .slice(0, DEPTH)
        .map(([at]) => documents[at]?.id ?? '');
    },
  };
}
