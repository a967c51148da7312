import { createContext } from 'react-router';

/** Loaders add the tags of what they show. A cacheable page stays cached until data with one of its tags changes. */
export const cacheTags = createContext<Set<string>>();

/** What the frame around a page shows. It does not make a page cacheable, but evicts one that is. */
export const frameTags = createContext<Set<string>>();

/** The `handle` of a page that is the same for everybody. */
export interface CacheablePage {
  /**
   * The part of the query that the page reads, in one spelling, such as `?page=2`, or empty. The rest is dropped before
   * the page is rendered. Null if the page is not cached because there is no end of such queries.
   */
  cacheKey(search: URLSearchParams): string | null;
}

/** The `cacheKey` of a page that does not read the query. */
export const ignoreQuery: CacheablePage['cacheKey'] = () => '';

/** Why a page failed. */
export interface FailedPage {
  /** The database is unavailable, so a retry may succeed. */
  unavailable: boolean;
  /** The thrown values, each once. */
  causes: Set<unknown>;
}

export const pageError = createContext<FailedPage>();

/** Facts about the request, for limits and the log. */
export interface RequestInfo {
  clientAddress: string;
  /** Also in the log and in the response header. */
  requestId: string;
  /** The form exceeded the size limit and was discarded. */
  formTooLarge?: boolean;
}

/** Not set for a page that is the same for everybody: reading it there throws, so that the page cannot show it. */
export const requestInfo = createContext<RequestInfo>();
