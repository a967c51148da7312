import { cleanSearch, cleanToolSearch } from '#src/shared/clean-search.ts';
import { MAX_PAGE } from '#src/shared/pagination.ts';

/** What a list shows, as its page's URL says. */
export interface ListParams {
  q: string;
  /** Empty for all. */
  state: string;
  sort: string;
  page: number;
  /** Where a page starts whose number is too large to be requested; empty for all others. */
  cursor: string;
  /** Further filters, as a query without `?`, which each link keeps until something else is searched for. */
  filters?: string;
}

/** The filters and orders that a list offers. */
export interface ListOptions {
  /** Each with its label. States of one group are together in a menu, and must be consecutive here. */
  states: readonly (readonly [state: string, label: string, group?: string])[];
  /** The default first. */
  sorts: readonly (readonly [sort: string, label: string])[];
  /** The default order of search results, which is not in `sorts`. The server uses it unless told otherwise. */
  searchSort?: readonly [sort: string, label: string];
  /** Whether a parameter is a further filter. */
  isFilter?: (name: string) => boolean;
  /** Further filters stay while something else is searched for. */
  keepsFilters?: boolean;
}

/** Further filters are at most this long, in characters. */
const MAX_FILTERS_LENGTH = 4_000;

/** Reads the query of a URL. Values that the list does not offer are ignored. */
export function parseListParams(search: URLSearchParams, options: ListOptions): ListParams {
  const pick = (offered: readonly (readonly [value: string, ...rest: unknown[]])[], input: string | null) =>
    offered.find(([value]) => value === input)?.[0];
  const page = search.get('page') ?? '';
  const cursor = search.get('cursor') ?? '';
  const number = /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1;
  // A page beyond the last numbered one needs a cursor, and no other page has one.
  const hasCursor = number > MAX_PAGE && /^[\w-]{1,2000}$/.test(cursor);
  const q = (options.searchSort ? cleanToolSearch : cleanSearch)(search.get('q') ?? '');
  return {
    q,
    state: pick(options.states, search.get('state')) ?? '',
    sort: pick(listSorts(options, q), search.get('sort')) ?? getDefaultSort(options, q),
    page: hasCursor ? number : Math.min(number, MAX_PAGE),
    cursor: hasCursor ? cursor : '',
    ...readFilters(search, options),
  };
}

function readFilters(search: URLSearchParams, { isFilter }: ListOptions): Pick<ListParams, 'filters'> {
  if (!isFilter) return {};
  const filters = String(new URLSearchParams([...search].filter(([name]) => isFilter(name))));
  return filters && filters.length <= MAX_FILTERS_LENGTH ? { filters } : {};
}

/** The query of a URL, including `?` and without defaults. Any change except of the page leads to page 1. */
export function formatListParams(
  params: ListParams,
  changes: Partial<ListParams>,
  options: Pick<ListOptions, 'sorts' | 'searchSort' | 'keepsFilters'>,
): string {
  const { q, state, sort, page, cursor, filters } = { ...params, page: 1, cursor: '', ...changes };
  const query = new URLSearchParams(options.keepsFilters || q === params.q ? filters : '');
  if (q) query.set('q', q);
  if (state) query.set('state', state);
  // An order that nobody chose is left out, since a search has its own default.
  const isChosen = changes.sort !== undefined || params.sort !== getDefaultSort(options, params.q);
  if (isChosen && sort !== getDefaultSort(options, q)) query.set('sort', sort);
  if (page > 1) query.set('page', String(page));
  if (cursor) query.set('cursor', cursor);
  return query.size > 0 ? `?${query}` : '';
}

/** The orders of a list while it is searched for `q`, with the default first. */
export function listSorts({ sorts, searchSort }: Pick<ListOptions, 'sorts' | 'searchSort'>, q: string) {
  return q && searchSort ? [searchSort, ...sorts] : sorts;
}

/** The order of a list unless its URL says otherwise. */
export function getDefaultSort(options: Pick<ListOptions, 'sorts' | 'searchSort'>, q = ''): string {
  return listSorts(options, q)[0]?.[0] ?? '-created';
}

/** The order to request from the server; undefined for the default of a search. */
export function toServerSort(sort: string, { searchSort }: Pick<ListOptions, 'searchSort'>): string | undefined {
  return sort === searchSort?.[0] ? undefined : sort;
}

/** The pages a pager names: the first, the last, and those around the current one. Null stands for a gap. */
export function getPagerPages(page: number, last: number): (number | null)[] {
  const named = [...new Set([1, page - 1, page, page + 1, last])].filter((one) => one >= 1 && one <= last);
  return named.flatMap((one, at) => {
    const step = one - (named[at - 1] ?? 0);
    // A gap of one page would take as much room as that page's number.
    if (step === 2) return [one - 1, one];
    return step > 2 ? [null, one] : [one];
  });
}
