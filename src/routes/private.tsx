import { shownTags } from '#src/platform/page-context.ts';
import { site } from '#src/shared/site-messages.ts';
import { Page } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/private';

export function loader({ context }: Route.LoaderArgs) {
  context.get(shownTags).add('static');
  return null;
}

export const meta: Route.MetaFunction = () => pageMeta({ title: site.private.title });

export default function Private() {
  return (
    <Page title={site.private.title}>
      <img
        src="/images/marks/lock-shut.svg"
        alt={site.private.picture}
        width="800"
        height="600"
        className="mx-auto h-auto w-full max-w-3xl"
      />
    </Page>
  );
}
