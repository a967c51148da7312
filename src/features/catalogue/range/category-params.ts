import { minorToNumber } from '#src/shared/money.ts';
import { categoryCopy } from './category-copy.ts';
import { describeChoice, FILTERED_FIELDS, type FilterValues } from './facet-rules.ts';
import { formatFilters, isSpecificationName, MAX_VALUE_LENGTH, parseFilters } from './filter-params.ts';

export const CATEGORY_PAGE_SIZE = 24;
/** The last page that is addressed by its number. A cursor leads on from there. */
export const MAX_CATEGORY_PAGE = 100;

export const CATEGORY_VIEWS = ['cards', 'table'] as const;

/** How much rejected input is kept: each link of the page repeats it. */
const MAX_REJECTED = 24;

export type CategorySort = keyof typeof categoryCopy.sorts;

/** The state of a category's page, as its address says it. */
export interface CategoryParams {
  filters: FilterValues;
  /** Input that filters nothing, as in the address. It stays in its fields. */
  rejected: [name: string, text: string][];
  /** Why it filters nothing: the name of a field → a sentence. */
  errors: Record<string, string>;
  view: (typeof CATEGORY_VIEWS)[number];
  sort: CategorySort;
  page: number;
  /** The cursor of a page behind `MAX_CATEGORY_PAGE`; empty for all others. */
  cursor: string;
}

/** Reads the query of a category's page. Unknown parameters are ignored. */
export function parseCategoryParams(search: URLSearchParams): CategoryParams {
  const page = /^[1-9]\d{0,6}$/.exec(search.get('page') ?? '')?.[0] ?? 1;
  const cursor = search.get('cursor') ?? '';
  const hasCursor = Number(page) > MAX_CATEGORY_PAGE && /^[\w-]{1,2000}$/.test(cursor);
  const sort = search.get('sort') ?? '';
  const parsed = parseFilters(search);
  const errors = Object.fromEntries(Object.entries(parsed.errors).filter(([name]) => getFilterLabel(name) !== null));
  return {
    filters: { ...parsed.filters, category: undefined },
    rejected: listRejected(search, errors),
    errors,
    view: search.get('view') === 'table' ? 'table' : 'cards',
    sort: Object.hasOwn(categoryCopy.sorts, sort) ? (sort as CategorySort) : '-created',
    page: hasCursor ? Number(page) : Math.min(Number(page), MAX_CATEGORY_PAGE),
    cursor: hasCursor ? cursor : '',
  };
}

/** The label of a field's filter. Null if the page has no such field. */
export function getFilterLabel(name: string): string | null {
  const field = FILTERED_FIELDS.find(({ parameter }) => parameter === name);
  if (field) return field.label;
  const [, kind, rest = ''] = /^(price|minimum|spec)\.(.*)$/s.exec(name) ?? [];
  if (kind === 'price') return categoryCopy.price;
  if (kind === 'minimum') return categoryCopy.minimum;
  const label = rest.replace(/\.(min|max|unit)$/, '');
  return kind === 'spec' && isSpecificationName(label) ? label : null;
}

/**
 * The input of the fields that are wrong. A range with one wrong bound does not filter, so its other bound is kept
 * here, too.
 */
function listRejected(search: URLSearchParams, errors: Record<string, string>): [string, string][] {
  const names = Object.keys(errors).flatMap((name) => {
    const range = /^(.*)\.(?:min|max|unit)$/s.exec(name)?.[1];
    return range === undefined ? [name] : [`${range}.min`, `${range}.max`, `${range}.unit`];
  });
  return [...new Set(names)]
    .filter((name) => !(name.endsWith('.unit') && Object.hasOwn(errors, name)))
    .flatMap((name) => search.getAll(name).map((text): [string, string] => [name, text]))
    .filter(([, text]) => text.trim() !== '' && text.length <= MAX_VALUE_LENGTH)
    .slice(0, MAX_REJECTED);
}

/** The query of a category's page, with `?` and without defaults. Every change but that of the page leads to page 1. */
export function formatCategoryParams(params: CategoryParams, changes: Partial<CategoryParams> = {}): string {
  const { filters, rejected, view, sort, page, cursor } = { ...params, page: 1, cursor: '', ...changes };
  const query = formatFilters(filters);
  for (const [name, text] of rejected) query.append(name, text);
  if (view !== 'cards') query.set('view', view);
  if (sort !== '-created') query.set('sort', sort);
  if (page > 1) query.set('page', String(page));
  if (cursor) query.set('cursor', cursor);
  return query.size > 0 ? `?${query}` : '';
}

/** A filter in words, with the state of the page without it. */
export interface ChosenFilter {
  label: string;
  without: FilterValues;
}

export function listChosenFilters(filters: FilterValues): ChosenFilter[] {
  const { specifications, priceMin, priceMax, minimumMax, state } = filters;
  const chosen: ChosenFilter[] = [];
  for (const [at, filter] of specifications.entries()) {
    const change = (changes: Partial<typeof filter>) => ({
      ...filters,
      specifications: specifications.with(at, { ...filter, ...changes }),
    });
    for (const value of filter.values)
      chosen.push({
        label: describeChoice(filter.name, value),
        without: change({ values: filter.values.filter((other) => other !== value) }),
      });
    if (filter.min !== undefined || filter.max !== undefined)
      chosen.push({
        label: `${filter.name}: ${describeRange(filter.min, filter.max)}${filter.unit ? ` ${filter.unit}` : ''}`,
        without: change({ min: undefined, max: undefined }),
      });
  }
  if (priceMin !== undefined || priceMax !== undefined)
    chosen.push({
      label: `${categoryCopy.price}: ${describeRange(toAmount(priceMin), toAmount(priceMax))}`,
      without: { ...filters, priceMin: undefined, priceMax: undefined },
    });
  if (minimumMax !== undefined)
    chosen.push({
      label: `${categoryCopy.minimum}: ${describeRange(undefined, minimumMax)}`,
      without: { ...filters, minimumMax: undefined },
    });
  if (state !== undefined)
    chosen.push({
      label: `${categoryCopy.stock}: ${categoryCopy.states[state]}`,
      without: { ...filters, state: undefined },
    });
  return chosen;
}

function toAmount(minor: number | undefined): number | undefined {
  return minor === undefined ? undefined : minorToNumber(minor);
}

function describeRange(min: number | undefined, max: number | undefined): string {
  if (min === undefined) return `up to ${max}`;
  return max === undefined ? `from ${min}` : `${min} to ${max}`;
}
