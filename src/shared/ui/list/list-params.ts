import { cleanSearch } from '#src/shared/clean-search.ts';
import { MAX_PAGE } from '#src/shared/pagination.ts';

/** What a list shows, as the query of its page's URL says it. */
export interface ListParams {
  q: string;
  /** Empty for all. */
  state: string;
  sort: string;
  page: number;
  /** Where a page begins whose number is beyond what can be asked for; empty for all others. */
  cursor: string;
}

/** The filters and orders that a list offers. */
export interface ListOptions {
  /** Each with the words people read. States of one group stand together in a menu, and follow one another here. */
  states: readonly (readonly [state: string, label: string, group?: string])[];
  /** The default first. */
  sorts: readonly (readonly [sort: string, label: string])[];
  /** The default order of what a search found, which `sorts` lacks. The server has it unless it is told another. */
  searchSort?: readonly [sort: string, label: string];
}

/** Reads the query of a URL. Values that the list does not offer are ignored. */
export function parseListParams(search: URLSearchParams, options: ListOptions): ListParams {
  const pick = (offered: readonly (readonly [value: string, ...rest: unknown[]])[], input: string | null) =>
    offered.find(([value]) => value === input)?.[0];
  const page = search.get('page') ?? '';
  const cursor = search.get('cursor') ?? '';
  const number = /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1;
  // A page beyond the last one with a number needs a cursor, and no other page has one.
  const hasCursor = number > MAX_PAGE && /^[\w-]{1,2000}$/.test(cursor);
  const q = cleanSearch(search.get('q') ?? '');
  return {
    q,
    state: pick(options.states, search.get('state')) ?? '',
    sort: pick(listSorts(options, q), search.get('sort')) ?? getDefaultSort(options, q),
    page: hasCursor ? number : Math.min(number, MAX_PAGE),
    cursor: hasCursor ? cursor : '',
  };
}

/** The query of a URL, `?` included and defaults left out. Any change but one of the page leads to page 1. */
export function formatListParams(
  params: ListParams,
  changes: Partial<ListParams>,
  options: Pick<ListOptions, 'sorts' | 'searchSort'>,
): string {
  const { q, state, sort, page, cursor } = { ...params, page: 1, cursor: '', ...changes };
  const query = new URLSearchParams();
  if (q) query.set('q', q);
  if (state) query.set('state', state);
  // An order that nobody chose is none: a search has a default of its own.
  const isChosen = changes.sort !== undefined || params.sort !== getDefaultSort(options, params.q);
  if (isChosen && sort !== getDefaultSort(options, q)) query.set('sort', sort);
  if (page > 1) query.set('page', String(page));
  if (cursor) query.set('cursor', cursor);
  return query.size > 0 ? `?${query}` : '';
}

/** The orders of a list while it is searched for `q`, the default first. */
export function listSorts({ sorts, searchSort }: Pick<ListOptions, 'sorts' | 'searchSort'>, q: string) {
  return q && searchSort ? [searchSort, ...sorts] : sorts;
}

/** The order a list has unless its URL says otherwise. */
export function getDefaultSort(options: Pick<ListOptions, 'sorts' | 'searchSort'>, q = ''): string {
  return listSorts(options, q)[0]?.[0] ?? '-created';
}

/** The order to ask the server for; undefined where the default of a search needs no word. */
export function toServerSort(sort: string, { searchSort }: Pick<ListOptions, 'searchSort'>): string | undefined {
  return sort === searchSort?.[0] ? undefined : sort;
}

/** The pages a pager names: the first, the last, and those around the current one. Null stands for a gap. */
export function getPagerPages(page: number, last: number): (number | null)[] {
  const named = [...new Set([1, page - 1, page, page + 1, last])].filter((one) => one >= 1 && one <= last);
  return named.flatMap((one, at) => {
    const step = one - (named[at - 1] ?? 0);
    // A gap of one page takes no more room than that page's number.
    if (step === 2) return [one - 1, one];
    return step > 2 ? [null, one] : [one];
  });
}
