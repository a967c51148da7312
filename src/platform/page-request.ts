import { createContext } from 'react-router';

/** A loader adds the tags of what it shows. A cacheable page is cached until data with one of its tags changes. */
export const cacheTags = createContext<Set<string>>();

/**
 * The `handle` of a page that is the same for everybody, with the query parameters that it reads. With any other
 * parameter it is not cached, because the number of such addresses is unlimited.
 */
export interface CacheablePage {
  cacheKeyParameters: readonly string[];
}

/** Set when a page failed because the database is unavailable: then a retry may succeed. */
export const pageError = createContext<{ unavailable: boolean }>();

/** Facts about the request, for limits and the log. A page never shows them, since it is the same for everybody. */
export interface RequestInfo {
  clientAddress: string;
  /** Also in the log and in the response header. */
  requestId: string;
  /** The form exceeded the size limit and was discarded. */
  formTooLarge?: boolean;
}

export const requestInfo = createContext<RequestInfo>();
