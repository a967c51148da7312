import { fetchToolInventory, ToolInventory } from '#src/features/catalogue/ui/tool-inventory.tsx';
import { resultOrSignIn } from '#src/features/identity/ui/require-result.ts';
import { requireAdmin } from '#src/features/identity/ui/session.ts';
import { copy } from '#src/shared/copy.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { PageHeading } from '#src/shared/ui/page.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-tools';

export const meta = () => pageMeta({ title: 'Products' });

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request);
  const result = await fetchToolInventory(new URL(request.url).searchParams);
  return { result: resultOrSignIn(result, request) };
}

export const ErrorBoundary = PageError;

export default function DashboardTools({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        title="Products"
        actions={<ButtonLink to="/dashboard/addproduct">{copy.dashboard.addProduct}</ButtonLink>}
      />
      <div className="mt-8">
        <ToolInventory {...loaderData} />
      </div>
    </>
  );
}
