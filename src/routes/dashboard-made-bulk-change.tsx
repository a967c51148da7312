import { useLocation, useRevalidator } from 'react-router';
import type { BulkChangeDetail } from '#src/features/catalogue/bulk-contract.ts';
import { bulkCopy, describeChange } from '#src/features/catalogue/bulk-copy.ts';
import { BulkChangeView } from '#src/features/catalogue/ui/bulk-change-detail.tsx';
import { requireResult } from '#src/features/identity/ui/require-result.ts';
import { requireAdmin } from '#src/features/identity/ui/session.ts';
import { callApi } from '#src/shared/api-client.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { DateTime } from '#src/shared/ui/date-time.tsx';
import { PageHeading } from '#src/shared/ui/page.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-made-bulk-change';

const { detail: copy, list } = bulkCopy;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({ title: loaderData ? describeChange(loaderData.change.change) : list.title }, matches);

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  await requireAdmin(request);
  const result = await callApi<BulkChangeDetail>(`/bulk-changes/${encodeURIComponent(params.id)}`);
  return { change: requireResult(result, request) };
}

export const ErrorBoundary = PageError;

export default function DashboardMadeBulkChange({ loaderData: { change } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const { state } = useLocation();
  return (
    <>
      <PageHeading
        title={describeChange(change.change)}
        text={
          <>
            {copy.of(change.count)} {copy.by(change.by)}, <DateTime at={change.at} />
          </>
        }
        actions={
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/dashboard/products/changes" variant="secondary">
              {copy.back}
            </ButtonLink>
            <ButtonLink to="/dashboard/products" variant="secondary">
              {list.products}
            </ButtonLink>
          </div>
        }
      />
      <div key={change._id} className="mt-8">
        <BulkChangeView change={change} isNew={state?.made === true} refresh={revalidate} />
      </div>
    </>
  );
}
