// Separate from the schemas in `list-query.ts`, so that a page that shows a list does not load zod.

/** The last page that can be requested by its number. From there, a cursor leads on. */
export const MAX_PAGE = 100;
/** Entries are counted up to here. */
export const MAX_TOTAL = 10_000;
export const MAX_SEARCH_LENGTH = 100;
export const MAX_SEARCH_WORDS = 10;
/**
 * A search of tools takes what people paste: the whole name of a product, or a list of 100 part numbers with their
 * quantities. An address of this length is accepted everywhere: many proxies take 8 KB, and the server 16 KB with all
 * headers.
 */
export const MAX_TOOL_SEARCH_LENGTH = 4_000;

/** The header with the number of entries on all pages of a list. */
export const TOTAL_HEADER = 'X-Total-Count';

/** A part of a list as a query reads it, and the cursor of what follows; null at the end. */
export interface ListSlice<T> {
  rows: T[];
  next: string | null;
  /** Where the slice can end earlier. */
  places?: ListPlaces;
}

/** The rows of a slice in the order in which the list is read; for a plain list, that is newest first. */
export interface ListPlaces {
  ids: readonly string[];
  /** The cursor of what follows the row at this index. */
  getCursor(at: number): string;
}

/** One page of a list, and the number of entries on all pages: `MAX_TOTAL + 1` stands for any larger number. */
export interface SearchResult<T> extends ListSlice<T> {
  total: number;
}

/** A page of a list as it is shown. If a later page than the last was requested, `pageNumber` is the last. */
export interface ListPage<T> extends Omit<SearchResult<T>, 'places'> {
  pageNumber: number;
  pageSize: number;
}

/** A total as its header shows it: exact up to `MAX_TOTAL`, then `10000+`. */
export function formatTotal(total: number): string {
  return total > MAX_TOTAL ? `${MAX_TOTAL}+` : String(total);
}

/** Parses such a header. NaN if there is none. */
export function parseTotal(header: string | null): number {
  return header === `${MAX_TOTAL}+` ? MAX_TOTAL + 1 : Number.parseInt(header ?? '', 10);
}

/** The cursor in a `Link` header with rel="next"; null if nothing follows. */
export function parseNextLink(header: string | null): string | null {
  return /[?&]cursor=([\w-]+)/.exec(parseNextPath(header) ?? '')?.[1] ?? null;
}

/** The call in such a header: its path and query below `/api`. */
export function parseNextPath(header: string | null): string | null {
  return /^<\/api([^>]+)>; rel="next"/.exec(header ?? '')?.[1] ?? null;
}

/** The number of numbered pages; an empty list has one. */
export function countPages(total: number, pageSize: number): number {
  return Math.min(MAX_PAGE, Math.max(1, Math.ceil(total / pageSize)));
}

/** The words of a search. An entry is found if it has all of them. */
export function toSearchWords(search: string | undefined): string[] {
  return search?.split(/\s+/).filter(Boolean) ?? [];
}
