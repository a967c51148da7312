import { createContext } from 'react-router';

/** A loader adds the tags of what it shows. A cacheable page is cached until data with one of its tags changes. */
export const cacheTags = createContext<Set<string>>();

/** The `handle` of a page that is the same for everybody. */
export interface CacheablePage {
  /**
   * The part of the query that the page reads, in one spelling, as `?page=2` or empty. What it leaves out is dropped
   * before the page is rendered. Null where the page is not cached, since there is no end of such queries.
   */
  cacheKey(search: URLSearchParams): string | null;
}

/** The `cacheKey` of a page that reads no query. */
export const ignoreQuery: CacheablePage['cacheKey'] = () => '';

/** Why a page failed. */
export interface PageError {
  /** The database is unavailable: then a retry may succeed. */
  unavailable: boolean;
  /** What was thrown, each once. */
  causes: Set<unknown>;
}

export const pageError = createContext<PageError>();

/** Facts about the request, for limits and the log. A page never shows them, since it is the same for everybody. */
export interface RequestInfo {
  clientAddress: string;
  /** Also in the log and in the response header. */
  requestId: string;
  /** The form exceeded the size limit and was discarded. */
  formTooLarge?: boolean;
}

export const requestInfo = createContext<RequestInfo>();
