import { isRemembered, rememberChoice } from '#src/shared/choice-cookie.ts';
import type { CATEGORY_VIEWS } from './category-params.ts';

const [NAME, TABLE] = ['view', 'table'] as const;

/** Remembers in this browser whether categories show cards, the default, or a table. For the browser only. */
export function rememberView(view: (typeof CATEGORY_VIEWS)[number]): void {
  rememberChoice(NAME, view === TABLE ? TABLE : null, '/categories');
}

/**
 * The address of a category as somebody last chose to see it; null if that is the address that was asked for. Pages are
 * cached for everybody, so the cookie chooses an address instead of a page.
 */
export function findRememberedAddress({ pathname, searchParams }: URL, cookies: string): string | null {
  if (searchParams.has('view') || !isRemembered(cookies, NAME, TABLE)) return null;
  const query = new URLSearchParams(searchParams);
  query.set('view', TABLE);
  return `${pathname}?${query}`;
}
