// Apart from the schemas of `list-query.ts`, so that a page that shows a list does not load zod.

export const MAX_PAGE = 10_000;
export const MAX_SEARCH_LENGTH = 100;
export const MAX_SEARCH_WORDS = 10;

/** The header that says how many entries a list has on all its pages together. */
export const TOTAL_HEADER = 'X-Total-Count';

/** One page of a list, and how many entries all its pages have together. */
export interface SearchResult<T> {
  rows: T[];
  total: number;
}

/** A page of a list as it is shown. `pageNumber` is the last page where a later one was asked for. */
export interface ListPage<T> extends SearchResult<T> {
  pageNumber: number;
  pageSize: number;
}

/** The number of pages; an empty list has one. */
export function countPages(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/** The words of a search. An entry is found when it has all of them. */
export function toSearchWords(search: string | undefined): string[] {
  return search?.split(/\s+/).filter(Boolean) ?? [];
}
