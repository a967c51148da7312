import { createPath } from 'react-router';
import { useHydrated } from '../use-hydrated.ts';
import { usePrefetch } from '../use-prefetch.ts';

/**
 * Prefetches the data of another page of a list, by the URL that the router will use. The router itself only does this
 * for routes without a `clientLoader`.
 */
export function PrefetchPage({ pathname, search, route }: { pathname: string; search: string; route: string }) {
  const mode = usePrefetch(createPath({ pathname, search }));
  const hydrated = useHydrated();
  if (!hydrated || mode !== 'viewport') return null;
  const query = new URLSearchParams(search);
  query.set('_routes', route);
  return <link rel="prefetch" as="fetch" href={`${pathname}.data?${query}`} />;
}
