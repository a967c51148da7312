/** A tool as engines get it. */
export interface SearchDocument {
  id: string;
  sku: string;
  gtin: string | null;
  itemName: string;
  about: string;
  category: string;
  family: string;
  specifications: readonly { name: string; value: string; unit: string }[];
  maker: { name: string; address: string } | null;
  warnings: string;
}

export interface JudgedQuery {
  group: string;
  text: string;
  /** From 3 for exactly what was meant down to 0. */
  grade(id: string): number;
  /** The ten best grades in this range, best first. */
  ideal: readonly number[];
}

/** A range and the queries on it. */
export interface JudgedSet {
  name: string;
  documents: readonly SearchDocument[];
  queries: readonly JudgedQuery[];
  slips: readonly JudgedQuery[];
  /** Each must have its tool as the first result. */
  numbers: readonly { text: string; id: string; form: string }[];
}

/** The number of results that count. */
export const DEPTH = 10;

/** A search engine to compare. It returns ids of tools, best first. */
export interface Engine {
  name: string;
  search(text: string): Promise<string[]> | string[];
}

function sumGains(grades: readonly number[]): number {
  return grades.slice(0, DEPTH).reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0);
}

/** Normalized discounted cumulative gain of the first ten results: 1 for the best possible order. */
export function getNdcg(query: JudgedQuery, ids: readonly string[]): number {
  const best = sumGains(query.ideal);
  return best === 0 ? 0 : sumGains([...new Set(ids)].map((id) => query.grade(id))) / best;
}

/** Whether a useful tool is among the first ten results. */
export function isFound(query: JudgedQuery, ids: readonly string[]): boolean {
  return ids.slice(0, DEPTH).some((id) => query.grade(id) >= 2);
}
