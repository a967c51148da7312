import { requirePermission } from '#src/features/identity/ui/require-permission.ts';
import { requireResult } from '#src/features/identity/ui/require-result.ts';
import { systemCopy } from '#src/features/system/copy.ts';
import { fetchSystem } from '#src/features/system/ui/fetch-system.ts';
import { SystemView } from '#src/features/system/ui/system-view.tsx';
import { PageHeading } from '#src/shared/ui/page.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-system';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: systemCopy.title }, matches);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requirePermission(request, 'system.read');
  return { system: requireResult(await fetchSystem(), request) };
}

export const ErrorBoundary = PageError;

export default function DashboardSystem({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title={systemCopy.title} text={systemCopy.text} />
      <div className="mt-4">
        <SystemView {...loaderData} />
      </div>
    </>
  );
}
