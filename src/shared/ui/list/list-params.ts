import { MAX_PAGE, MAX_SEARCH_LENGTH, MAX_SEARCH_WORDS, toSearchWords } from '#src/shared/pagination.ts';

/** What a list shows, as the query of its page's URL says it. */
export interface ListParams {
  q: string;
  /** Empty for all. */
  state: string;
  sort: string;
  page: number;
}

/** The filters and orders that a list offers. */
export interface ListOptions {
  /** Each with the words people read. States of one group stand together in a menu, and follow one another here. */
  states: readonly (readonly [state: string, label: string, group?: string])[];
  /** The default first. */
  sorts: readonly (readonly [sort: string, label: string])[];
}

/** A search as the server takes it, of whatever was typed or pasted. */
export function cleanSearch(typed: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: taking them out is the point
  const words = toSearchWords(typed.replaceAll(/[\u0000-\u001f\u007f]/g, ' ')).slice(0, MAX_SEARCH_WORDS);
  // The cut may split a surrogate pair: its first half is dropped.
  return words
    .join(' ')
    .slice(0, MAX_SEARCH_LENGTH)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}

/** Reads the query of a URL. Values that the list does not offer are ignored. */
export function parseListParams(search: URLSearchParams, { states, sorts }: ListOptions): ListParams {
  const pick = (options: readonly (readonly [value: string, ...rest: unknown[]])[], input: string | null) =>
    options.find(([value]) => value === input)?.[0];
  const page = search.get('page') ?? '';
  return {
    q: cleanSearch(search.get('q') ?? ''),
    state: pick(states, search.get('state')) ?? '',
    sort: pick(sorts, search.get('sort')) ?? getDefaultSort({ sorts }),
    page: /^[1-9]\d{0,5}$/.test(page) ? Math.min(Number(page), MAX_PAGE) : 1,
  };
}

/** The query of a URL, `?` included and defaults left out. Any change but one of the page leads to page 1. */
export function formatListParams(
  params: ListParams,
  changes: Partial<ListParams>,
  options: Pick<ListOptions, 'sorts'>,
): string {
  const { q, state, sort, page } = { ...params, page: 1, ...changes };
  const query = new URLSearchParams();
  if (q) query.set('q', q);
  if (state) query.set('state', state);
  if (sort !== getDefaultSort(options)) query.set('sort', sort);
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `?${query}` : '';
}

/** The order a list has unless its URL says otherwise. */
export function getDefaultSort({ sorts }: Pick<ListOptions, 'sorts'>): string {
  return sorts[0]?.[0] ?? '-created';
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
