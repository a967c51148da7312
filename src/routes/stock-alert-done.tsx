import { data } from 'react-router';
import { stockAlertCopy as pageCopy, STOCK_ALERT_DRAWING } from '#src/features/stock-alerts/copy.ts';
import { type CacheablePage, cacheTags, ignoreQuery } from '#src/platform/page-request.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { Page } from '#src/shared/ui/page.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/stock-alert-done';

export const handle = { cacheKey: ignoreQuery } satisfies CacheablePage;

/** Each step of an alert redirects here, so that a reload does nothing again. */
export function loader({ params: { step }, context }: Route.LoaderArgs) {
  if (!isStep(step)) throw data(null, { status: 404 });
  context.get(cacheTags).add('static');
  return { step };
}

function isStep(step: string): step is keyof typeof pageCopy.done {
  return Object.hasOwn(pageCopy.done, step);
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({ title: pageCopy.done[loaderData?.step ?? 'sent'].title }, matches);

export default function StockAlertDone({ loaderData: { step } }: Route.ComponentProps) {
  return (
    <Page {...pageCopy.done[step]} width="form" drawing={STOCK_ALERT_DRAWING}>
      <ButtonLink to="/tools">{pageCopy.toTools}</ButtonLink>
    </Page>
  );
}
