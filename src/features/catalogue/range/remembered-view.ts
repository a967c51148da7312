import type { CATEGORY_VIEWS } from './category-params.ts';

const COOKIE = 'ironmonger.view';
/** In seconds: a year. */
const MAX_AGE = 31_536_000;

/** Remembers in this browser whether categories show cards or a table. For the browser only. */
export function rememberView(view: (typeof CATEGORY_VIEWS)[number]): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
  document.cookie = `${COOKIE}=${view}; path=/categories; max-age=${view === 'table' ? MAX_AGE : 0}; samesite=lax`;
}

/**
 * The address of a category as somebody last chose to see it; null if that is the address that was asked for. Cards are
 * the default. Pages are cached for everybody, so the cookie chooses an address instead of a page.
 */
export function findRememberedAddress({ pathname, searchParams }: URL, cookies: string): string | null {
  if (searchParams.has('view') || !cookies.split('; ').includes(`${COOKIE}=table`)) return null;
  const query = new URLSearchParams(searchParams);
  query.set('view', 'table');
  return `${pathname}?${query}`;
}
