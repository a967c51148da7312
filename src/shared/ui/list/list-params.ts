import { MAX_PAGE, MAX_SEARCH_LENGTH, MAX_SEARCH_WORDS, toSearchWords } from '#src/shared/pagination.ts';

/** What a list shows, as its page's address says it. */
export interface ListParams {
  q: string;
  /** Empty for all. */
  state: string;
  sort: string;
  page: number;
}

/** What can be asked of a list: states with the words people read, and orders, the usual one first. */
export interface ListConfig {
  /** In a menu those of a group stand together under its name; a group's states follow one another. */
  states: readonly (readonly [state: string, label: string, group?: string])[];
  sorts: readonly (readonly [sort: string, label: string])[];
  /** So many entries are seen at a glance: the tools to find some among them appear when there are more. */
  toolbarThreshold?: number;
  /** Its table is a wide one. */
  wide?: boolean;
  /** It is no table: there are no heads to sort by, wherever it is shown. */
  noColumnHeaders?: boolean;
}

/** A search as the server takes it, of whatever was typed or pasted. */
export function cleanSearch(typed: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: taking them out is the point
  const words = toSearchWords(typed.replaceAll(/[\u0000-\u001f\u007f]/g, ' ')).slice(0, MAX_SEARCH_WORDS);
  // Cut between characters: half of a surrogate pair is none.
  return words
    .join(' ')
    .slice(0, MAX_SEARCH_LENGTH)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}

/** Reads an address; what makes no sense in it is as if it were not there. */
export function parseListParams(search: URLSearchParams, { states, sorts }: ListConfig): ListParams {
  const known = (config: readonly (readonly [choice: string, ...rest: unknown[]])[], given: string | null) =>
    config.find(([choice]) => choice === given)?.[0];
  const page = search.get('page') ?? '';
  return {
    q: cleanSearch(search.get('q') ?? ''),
    state: known(states, search.get('state')) ?? '',
    sort: known(sorts, search.get('sort')) ?? getDefaultSort({ sorts }),
    page: /^[1-9]\d{0,5}$/.test(page) ? Math.min(Number(page), MAX_PAGE) : 1,
  };
}

/**
 * The search part of an address, `?` included, with nothing in it that goes without saying. Whatever else changes, the
 * new list begins at its first page.
 */
export function formatListParams(now: ListParams, changes: Partial<ListParams>, config: ListConfig): string {
  const { q, state, sort, page } = { ...now, page: 1, ...changes };
  const said = new URLSearchParams();
  if (q) said.set('q', q);
  if (state) said.set('state', state);
  if (sort !== getDefaultSort(config)) said.set('sort', sort);
  if (page > 1) said.set('page', String(page));
  return said.size > 0 ? `?${said}` : '';
}

/** The order a list has unless its address says otherwise. */
export function getDefaultSort({ sorts }: Pick<ListConfig, 'sorts'>): string {
  return sorts[0]?.[0] ?? '-created';
}

/** The pages a pager names: the first, the last, and those about the present one; null where some are left out. */
export function getPagerPages(page: number, last: number): (number | null)[] {
  const named = [...new Set([1, page - 1, page, page + 1, last])].filter((one) => one >= 1 && one <= last);
  return named.flatMap((one, at) => {
    const gap = one - (named[at - 1] ?? 0);
    // A gap of one page is that page: its number takes no more room than the mark that it is left out.
    if (gap === 2) return [one - 1, one];
    return gap > 2 ? [null, one] : [one];
  });
}
