import { sql } from 'drizzle-orm';
import type { Queryable } from '#src/platform/database.server.ts';
import { minorToNumber } from '#src/shared/money.ts';
import { MAX_TOTAL } from '#src/shared/pagination.ts';
import type { Sampled } from '../search/sample-matches.server.ts';
import { readCountedFacets } from './category-facets.server.ts';
import type { ToolFacets } from './facet-contract.ts';
import { type FacetRow, MAX_SAMPLE, scaleCount, toSpecificationFacets } from './facet-rows.ts';
import { type FilterValues, findFilteredField, hasRange } from './facet-rules.ts';
import {
  countInScope,
  estimateTools,
  type FilterGroup,
  type FilterScope,
  hasRangeAlone,
  toToolSet,
} from './filter-queries.server.ts';
import { readFacetRows, SAMPLE_SIZE, toSampleBound } from './read-facet-rows.server.ts';

/** Rows that are read if the scope has more tools than are counted and a filter decides which rows count. */
const FILTERED_SAMPLE_SIZE = 4_000;

/** What was read about the tools of a scope: all of them, or a sample. */
interface Reading {
  rows: FacetRow[];
  total: number;
  about: boolean;
  /** Turns a count of the rows into one of all tools. */
  round: (count: number) => number;
}

/**
 * What the tools of a scope can be filtered by. It takes two or three statements, and one more per filter. `keepTime`
 * is called before each.
 */
export async function getFacets(
  db: Queryable,
  scope: FilterScope,
  keepTime: () => Promise<void> = async () => {},
): Promise<ToolFacets> {
  const size = scope.tools ?? (scope.matched ? 0 : await estimateTools(db));
  const read = async (group?: FilterGroup) => {
    await keepTime();
    return scope.matched ? readMatched(db, scope, scope.matched.weight, group) : readScoped(db, scope, size, group);
  };
  const all = await read();
  const groups = listGroups(scope.filters);
  const others = new Map<FilterGroup, Reading>();
  // One after the other, since a request has only one connection at a time.
  for (const group of groups) others.set(group, await read(group));
  const readingOf = (group: 'price' | 'minimum' | 'state') => others.get(group) ?? all;
  const named = groups.flatMap((group) => {
    const reading = others.get(group);
    return typeof group === 'object' && reading ? [{ ...group, ...reading }] : [];
  });
  const range = (kind: 'price' | 'minimum') => readingOf(kind).rows.find((row) => row.kind === kind && row.count > 0);
  const [price, minimum] = [range('price'), range('minimum')];
  const facets = toSpecificationFacets(all, named, scope.filters);
  return {
    total: all.total,
    about: all.about,
    price: price ? { min: minorToNumber(price.low ?? 0), max: minorToNumber(price.high ?? 0) } : null,
    minimum: minimum ? { min: minimum.low ?? 0, max: minimum.high ?? 0 } : null,
    stock: toStock(readingOf('state'), scope.filters.state),
    specifications: facets.filter(({ name }) => !findFilteredField(name)),
    fields: facets.flatMap(({ name, values, about, more }) => {
      const filtered = findFilteredField(name);
      return filtered ? [{ name: filtered.field, parameter: filtered.parameter, values, about, more }] : [];
    }),
  };
}

/** Reads tools that are known by their ids. In a sample, each stands for `weight` tools. */
async function readMatched(
  db: Queryable,
  scope: FilterScope,
  weight: number | null,
  group?: FilterGroup,
): Promise<Reading> {
  const rows = await readFacetRows(db, scope, null, group);
  const round = weight === null ? (all: number) => all : (all: number) => roundCount(all * weight);
  return { rows, total: round(count(rows, 'price')), about: weight !== null, round };
}

async function readScoped(db: Queryable, scope: FilterScope, size: number, group?: FilterGroup): Promise<Reading> {
  const isPlain = group === undefined && listGroups(scope.filters).length === 0;
  const ahead = isPlain ? await readCountedFacets(db, scope) : null;
  if (ahead) {
    const { rows, about } = ahead;
    const round = about ? roundCount : (all: number) => all;
    return { rows, total: round(count(rows, 'price')), about, round };
  }
  const isSampled = size > MAX_TOTAL && (group !== undefined || (await hasManyCandidates(db, scope)));
  const total = isSampled ? size : await countInScope(db, scope, group);
  const sample = chooseSample(scope, size, total, group);
  const rows = await readFacetRows(db, scope, sample, group);
  const round = toRounding(sample);
  const about = sample !== null;
  return { rows, total: about ? round(count(rows, 'price')) : total, about, round };
}

/**
 * Whether a range alone selects among more tools than are counted: counting those that pass would mean reading each.
 */
async function hasManyCandidates(db: Queryable, scope: FilterScope): Promise<boolean> {
  const { filters } = scope;
  if (!hasRangeAlone(filters)) return false;
  const specifications = filters.specifications.filter(({ values }) => values.length > 0);
  return (await countInScope(db, { ...scope, filters: { ...filters, specifications } })) > MAX_TOTAL;
}

function count(rows: readonly FacetRow[], kind: FacetRow['kind'], key?: string): number {
  return rows.find((row) => row.kind === kind && (key === undefined || row.key === key))?.count ?? 0;
}

function toStock({ rows, round, about }: Reading, chosen: FilterValues['state']): ToolFacets['stock'] {
  const low = count(rows, 'state', 'low');
  return [
    { state: 'available' as const, count: round(count(rows, 'state', 'available') + low), about },
    { state: 'low' as const, count: round(low), about },
    { state: 'out' as const, count: round(count(rows, 'state', 'out')), about },
  ].filter((stock) => stock.count > 0 || stock.state === chosen);
}

/** The filters to leave out, one at a time, when their own facets are counted. */
export function listGroups(filters: FilterValues): FilterGroup[] {
  const { priceMin, priceMax, minimumMax, state, specifications } = filters;
  return [
    ...(priceMin !== undefined || priceMax !== undefined ? (['price'] as const) : []),
    ...(minimumMax !== undefined ? (['minimum'] as const) : []),
    ...(state !== undefined ? (['state'] as const) : []),
    ...specifications.filter((filter) => filter.values.length > 0 || hasRange(filter)).map(({ name }) => ({ name })),
  ];
}

/** The bound of the sample to read. Null if there are few enough rows to read all of them. */
function chooseSample(scope: FilterScope, size: number, total: number, group: FilterGroup | undefined): number | null {
  if (total <= MAX_TOTAL) return null;
  const isFiltered = listGroups(scope.filters).length > (group === undefined ? 0 : 1);
  return toSampleBound(isFiltered ? FILTERED_SAMPLE_SIZE : SAMPLE_SIZE, size);
}

/** The matching tools of the category, and samples of them. Undefined if no category was named. */
export function toSampledSet(scope: FilterScope): Sampled | undefined {
  const set = toToolSet(scope);
  return (
    set && {
      ...set,
      sample(size) {
        const bound = toSampleBound(size, set.size);
        return { ids: sql`${set.ids} and sample < ${bound}`, weight: MAX_SAMPLE / bound };
      },
    }
  );
}

/** Scales a count in a sample to all tools, rounded to two digits. A count of all rows is exact. */
function toRounding(sample: number | null): (count: number) => number {
  return sample === null ? (count) => count : (count) => roundCount(scaleCount(count, sample));
}

const roundCount = (count: number) => Number(count.toPrecision(2));
