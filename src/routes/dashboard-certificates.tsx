import type { WireExemption } from '#src/features/exemptions/contract.ts';
import { requirePermission } from '#src/features/identity/ui/require-permission.ts';
import { requireResult } from '#src/features/identity/ui/require-result.ts';
import { callApi } from '#src/shared/api-client.ts';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-certificates';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: 'Tax exemption' }, matches);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requirePermission(request, 'exemptions.keep');
  // Loaded separately, since every page names the files that this one loads.
  const [result, { CertificatesPage }] = await Promise.all([
    callApi<WireExemption[]>('/exemptions'),
    import('#src/features/exemptions/ui/certificates-page.tsx'),
  ]);
  return { certificates: requireResult(result, request), CertificatesPage };
}

export const ErrorBoundary = PageError;

export default function DashboardCertificates({
  loaderData: { certificates, CertificatesPage },
}: Route.ComponentProps) {
  return <CertificatesPage certificates={certificates} />;
}
