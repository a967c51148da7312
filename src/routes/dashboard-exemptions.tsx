import { requirePermission } from '#src/features/identity/ui/require-permission.ts';
import { resultOrSignIn } from '#src/features/identity/ui/require-result.ts';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-exemptions';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: 'Exemptions' }, matches);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requirePermission(request, 'exemptions.review');
  // Loaded separately, since every page names the files that this one loads.
  const { fetchExemptions, ManagedExemptions } = await import('#src/features/exemptions/ui/managed-exemptions.tsx');
  const result = resultOrSignIn(await fetchExemptions(new URL(request.url).searchParams), request);
  return { result, ManagedExemptions };
}

export const ErrorBoundary = PageError;

export default function DashboardExemptions({ loaderData: { result, ManagedExemptions } }: Route.ComponentProps) {
  return <ManagedExemptions result={result} />;
}
