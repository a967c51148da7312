import { useRevalidator } from 'react-router';
import { loadStaffList } from '#src/features/identity/ui/load-staff-list.ts';
import { requirePermission } from '#src/features/identity/ui/require-permission.ts';
import { requireResult } from '#src/features/identity/ui/require-result.ts';
import type { Import } from '#src/features/imports/contract.ts';
import { importCopy as copy } from '#src/features/imports/copy.ts';
import { ImportView } from '#src/features/imports/ui/import-detail.tsx';
import { fetchImports, ImportList } from '#src/features/imports/ui/import-list.tsx';
import { callApi } from '#src/shared/api-client.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { DateTime } from '#src/shared/ui/date-time.tsx';
import { DashboardPage } from '#src/shared/ui/page.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-imports';

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({ title: loaderData && 'shown' in loaderData ? loaderData.shown.fileName : copy.title }, matches);

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  if (params.id === undefined) return loadStaffList(request, 'range.import', fetchImports);
  await requirePermission(request, 'range.import');
  return { shown: requireResult(await callApi<Import>(`/imports/${encodeURIComponent(params.id)}`), request) };
}

export const ErrorBoundary = PageError;

export default function DashboardImports({ loaderData }: Route.ComponentProps) {
  return 'shown' in loaderData ? <OneImport shown={loaderData.shown} /> : <AllImports list={loaderData} />;
}

function AllImports({ list }: { list: Parameters<typeof ImportList>[0] }) {
  return (
    <DashboardPage title={copy.title} text={copy.text}>
      <ImportList {...list} />
    </DashboardPage>
  );
}

function OneImport({ shown }: { shown: Import }) {
  const { revalidate } = useRevalidator();
  return (
    <DashboardPage
      title={shown.fileName}
      text={
        <>
          {shown.phase === 'undoing' ? copy.undoing : copy.states[shown.state]}, {copy.by(shown.by)},{' '}
          <DateTime at={shown.at} />
        </>
      }
      actions={
        <ButtonLink to="/dashboard/imports" variant="secondary">
          {copy.back}
        </ButtonLink>
      }
    >
      <ImportView key={shown._id} shown={shown} refresh={revalidate} />
    </DashboardPage>
  );
}
