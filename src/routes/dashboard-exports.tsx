import { Link } from 'react-router';
import { exportCopy } from '#src/features/exports/copy.ts';
import { ExportForm } from '#src/features/exports/ui/export-form.tsx';
import { requirePermission } from '#src/features/identity/ui/require-permission.ts';
import { useCompany } from '#src/shared/company.ts';
import { DashboardPage } from '#src/shared/ui/page.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-exports';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: exportCopy.title }, matches);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requirePermission(request, 'exports.read');
  return null;
}

export const ErrorBoundary = PageError;

export default function DashboardExports() {
  const { timeZone } = useCompany();
  return (
    <DashboardPage title={exportCopy.title} text={exportCopy.text(timeZone)}>
      <ExportForm />
      <p className="mt-8">
        <Link
          to="/dashboard/taxes/report"
          className="inline-flex min-h-11 items-center underline decoration-2 decoration-line underline-offset-4 hover:decoration-signal"
        >
          {exportCopy.taxReport}
        </Link>
      </p>
    </DashboardPage>
  );
}
