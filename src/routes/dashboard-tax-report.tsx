import { requirePermission } from '#src/features/identity/ui/require-permission.ts';
import { resultOrSignIn } from '#src/features/identity/ui/require-result.ts';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-tax-report';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: 'Tax report' }, matches);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requirePermission(request, 'exports.read');
  // Loaded separately, since every page names the files that this one loads.
  const { fetchTaxReport, TaxReportPage } = await import('#src/features/exports/ui/tax-report-page.tsx');
  return { result: resultOrSignIn(await fetchTaxReport(request), request), TaxReportPage };
}

export const ErrorBoundary = PageError;

export default function DashboardTaxReport({ loaderData: { result, TaxReportPage } }: Route.ComponentProps) {
  return <TaxReportPage result={result} />;
}
