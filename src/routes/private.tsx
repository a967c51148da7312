import { type CacheablePage, cacheTags, ignoreQuery } from '#src/platform/page-request.ts';
import { Page } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/private';

export const handle = { cacheKey: ignoreQuery } satisfies CacheablePage;

export function loader({ context }: Route.LoaderArgs) {
  context.get(cacheTags).add('static');
  return null;
}

const copy = { title: 'Private', imageAlt: 'A cutaway view of a locked pin tumbler lock' };

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: copy.title }, matches);

export default function Private() {
  return (
    <Page title={copy.title}>
      <img
        src="/images/marks/lock-shut.svg"
        alt={copy.imageAlt}
        width="800"
        height="600"
        fetchPriority="high"
        className="mx-auto h-auto w-full max-w-3xl"
      />
    </Page>
  );
}
