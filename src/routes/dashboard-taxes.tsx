import { requirePermission } from '#src/features/identity/ui/require-permission.ts';
import { requireResult } from '#src/features/identity/ui/require-result.ts';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-taxes';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: 'Taxes' }, matches);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requirePermission(request, 'settings.change');
  // Loaded separately, since every page names the files that this one loads.
  const [{ fetchTaxRates }, { TaxPage }] = await Promise.all([
    import('#src/features/taxes/ui/call-tax-rates.ts'),
    import('#src/features/taxes/ui/tax-page.tsx'),
  ]);
  return { rates: requireResult(await fetchTaxRates(), request), TaxPage };
}

export const ErrorBoundary = PageError;

export default function DashboardTaxes({ loaderData: { rates, TaxPage } }: Route.ComponentProps) {
  return <TaxPage rates={rates} />;
}
