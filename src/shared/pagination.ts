// Apart from the schemas of `paging.ts`, so that a page that shows a list need not load what checks one.

export const MAX_PAGE = 10_000;
export const MAX_SEARCH_LENGTH = 100;
export const MAX_SEARCH_WORDS = 10;

/** The header that says how many entries a listing has on all its pages together. */
export const TOTAL_HEADER = 'X-Total-Count';

/** One page of a listing, and how many entries there are on all its pages together. */
export interface SearchResult<T> {
  rows: T[];
  total: number;
}

/** A page of a listing as it is shown; `page` may be an earlier one than was asked for, when that is gone. */
export interface ListPage<T> extends SearchResult<T> {
  page: number;
  pageSize: number;
}

/** How many pages that makes; an empty list has one. */
export function countPages(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}

/** The words of a search; each has to occur somewhere in what is found. */
export function toSearchWords(search: string | undefined): string[] {
  return search?.split(/\s+/).filter(Boolean) ?? [];
}
