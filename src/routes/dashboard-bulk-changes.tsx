import { bulkCopy } from '#src/features/catalogue/bulk-copy.ts';
import { BulkChangeList, fetchBulkChanges } from '#src/features/catalogue/ui/bulk-change-list.tsx';
import { loadAdminList } from '#src/features/identity/ui/load-admin-list.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { PageHeading } from '#src/shared/ui/page.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-bulk-changes';

const { list: copy } = bulkCopy;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: copy.title }, matches);

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadAdminList(request, fetchBulkChanges);
}

export const ErrorBoundary = PageError;

export default function DashboardBulkChanges({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        title={copy.title}
        text={copy.text}
        actions={
          <ButtonLink to="/dashboard/products" variant="secondary">
            {copy.products}
          </ButtonLink>
        }
      />
      <div className="mt-8">
        <BulkChangeList {...loaderData} />
      </div>
    </>
  );
}
