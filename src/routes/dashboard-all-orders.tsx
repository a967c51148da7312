import { loadStaffList } from '#src/features/identity/ui/load-staff-list.ts';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-all-orders';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: 'All Orders' }, matches);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  // Loaded separately, since every page names the files that this one loads.
  const [list, { AllOrdersPage }] = await Promise.all([
    import('#src/views/order-lists.ts').then(({ fetchAllOrders }) =>
      loadStaffList(request, 'orders.read', fetchAllOrders),
    ),
    import('#src/views/all-orders-page.tsx'),
  ]);
  return { list, AllOrdersPage };
}

export const ErrorBoundary = PageError;

export default function DashboardAllOrders({ loaderData: { list, AllOrdersPage } }: Route.ComponentProps) {
  return <AllOrdersPage list={list} />;
}
