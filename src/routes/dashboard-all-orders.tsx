import { loadAdminList } from '#src/features/identity/ui/load-admin-list.ts';
import { AllOrders } from '#src/features/orders/ui/all-orders.tsx';
import { fetchAllOrders } from '#src/features/orders/ui/order-list.ts';
import { copy } from '#src/shared/copy.ts';
import { PageHeading } from '#src/shared/ui/page.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-all-orders';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: 'All Orders' }, matches);

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadAdminList(request, fetchAllOrders);
}

export const ErrorBoundary = PageError;

export default function DashboardAllOrders({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title={copy.dashboard.allOrders} />
      <div className="mt-8">
        <AllOrders {...loaderData} />
      </div>
    </>
  );
}
