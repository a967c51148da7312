import { enquiryCopy } from '#src/features/enquiries/copy.ts';
import { type CacheablePage, cacheTags, ignoreQuery } from '#src/platform/page-request.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { Page } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/enquiry-sent';

const DRAWINGS = { quote: '/images/drawings/micrometer.svg', contact: '/images/drawings/bench-vise.svg' };

export const handle = { cacheKey: ignoreQuery } satisfies CacheablePage;

/** A stored form redirects here, so that a reload sends nothing again. */
export function loader({ url, context }: Route.LoaderArgs) {
  context.get(cacheTags).add('static');
  return { form: url.pathname.startsWith('/quote') ? ('quote' as const) : ('contact' as const) };
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({ title: enquiryCopy[loaderData?.form ?? 'contact'].sent.title }, matches);

export default function EnquirySent({ loaderData: { form } }: Route.ComponentProps) {
  const { title, text, back } = enquiryCopy[form].sent;
  return (
    <Page title={title} text={text} width="form" drawing={DRAWINGS[form]}>
      <ButtonLink to={form === 'quote' ? '/tools' : '/home'}>{back}</ButtonLink>
    </Page>
  );
}
