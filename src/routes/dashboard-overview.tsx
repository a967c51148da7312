import { use } from 'react';
import { requirePermission } from '#src/features/identity/ui/require-permission.ts';
import { overviewCopy } from '#src/features/overview/copy.ts';
import { OverviewList } from '#src/features/overview/ui/overview-list.tsx';
import { OverviewContext } from '#src/features/overview/ui/use-overview.ts';
import { PageHeading } from '#src/shared/ui/page.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-overview';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: overviewCopy.title }, matches);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requirePermission(request, 'overview.read');
  return null;
}

export const ErrorBoundary = PageError;

export default function DashboardOverview() {
  return (
    <>
      <PageHeading title={overviewCopy.title} text={overviewCopy.text} />
      <OverviewList {...use(OverviewContext)} />
    </>
  );
}
