import { useLocation, useRevalidator } from 'react-router';
import type { BulkChangeDetail } from '#src/features/catalogue/bulk/contract.ts';
import { bulkCopy, describeChange } from '#src/features/catalogue/bulk/copy.ts';
import { BULK_PERMISSIONS } from '#src/features/catalogue/bulk/rules.ts';
import { BulkChangeView } from '#src/features/catalogue/bulk/ui/bulk-change-detail.tsx';
import { BulkChangeList, fetchBulkChanges } from '#src/features/catalogue/bulk/ui/bulk-change-list.tsx';
import { loadStaffList } from '#src/features/identity/ui/load-staff-list.ts';
import { requirePermission } from '#src/features/identity/ui/require-permission.ts';
import { requireResult } from '#src/features/identity/ui/require-result.ts';
import { useSession } from '#src/features/identity/ui/session.ts';
import { fetchAllParts } from '#src/shared/fetch-all-parts.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { DateTime } from '#src/shared/ui/date-time.tsx';
import { DashboardPage, PageHeading } from '#src/shared/ui/page.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-bulk-changes';

const { list: copy, detail } = bulkCopy;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(
    { title: loaderData && 'change' in loaderData ? describeChange(loaderData.change.change) : copy.title },
    matches,
  );

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  if (params.id === undefined) return loadStaffList(request, 'range.read', fetchBulkChanges);
  await requirePermission(request, 'range.read');
  const result = await fetchAllParts<BulkChangeDetail>(
    `/bulk-changes/${encodeURIComponent(params.id)}`,
    (known, more) => ({
      ...known,
      rows: [...known.rows, ...more.rows],
    }),
  );
  return { change: requireResult(result, request) };
}

export const ErrorBoundary = PageError;

export default function DashboardBulkChanges({ loaderData }: Route.ComponentProps) {
  return 'change' in loaderData ? <OneChange change={loaderData.change} /> : <AllChanges list={loaderData} />;
}

function AllChanges({ list }: { list: Parameters<typeof BulkChangeList>[0] }) {
  return (
    <DashboardPage
      title={copy.title}
      text={copy.text}
      actions={
        <ButtonLink to="/dashboard/products" variant="secondary">
          {copy.products}
        </ButtonLink>
      }
    >
      <BulkChangeList {...list} />
    </DashboardPage>
  );
}

function OneChange({ change }: { change: BulkChangeDetail }) {
  const { revalidate } = useRevalidator();
  const { state } = useLocation();
  const { can } = useSession();
  return (
    <>
      <PageHeading
        title={describeChange(change.change)}
        text={
          <>
            {detail.of(change.count)} {detail.by(change.by)}, <DateTime at={change.at} />
          </>
        }
        actions={
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/dashboard/products/changes" variant="secondary">
              {detail.back}
            </ButtonLink>
            <ButtonLink to="/dashboard/products" variant="secondary">
              {copy.products}
            </ButtonLink>
          </div>
        }
      />
      <div key={change._id} className="mt-8">
        <BulkChangeView
          change={change}
          isNew={state?.made === true}
          mayKeep={can('range.keep')}
          mayUndo={can('range.keep') && can(BULK_PERMISSIONS[change.change.kind])}
          refresh={revalidate}
        />
      </div>
    </>
  );
}
