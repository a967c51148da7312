/** Paths that `isPrefetchable` allows. Posts, tools and further pages of lists are below them. */
export const PREFETCHED_PATHS = [
  '/home',
  '/tools',
  '/blog',
  '/contact',
  '/quote',
  '/jobs',
  '/press',
  '/terms',
  '/privacy',
  '/cookies',
] as const;

/**
 * The speculation rules of a public document. Until it is hydrated, the browser fetches what `isPrefetchable` allows
 * once the pointer is on its link. The browser itself considers data saver, memory and battery.
 */
export function toSpeculationRules(): string {
  const pages = [...PREFETCHED_PATHS, '/blog/:id', '/tools/:slug'].map((pathname) => ({ pathname, search: '' }));
  const lists = [
    { pathname: '/tools', search: 'page=*' },
    { pathname: '/blog', search: 'before=*' },
  ];
  const where = { and: [{ href_matches: [...pages, ...lists] }, { not: { href_matches: { search: '*&*' } } }] };
  return JSON.stringify({ prefetch: [{ source: 'document', where, eagerness: 'moderate' }] });
}
