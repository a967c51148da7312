import { useNavigate } from 'react-router';
import { requirePermission } from '#src/features/identity/ui/require-permission.ts';
import { resultOrSignOut } from '#src/features/identity/ui/require-result.ts';
import { endSession } from '#src/features/identity/ui/session-actions.ts';
import { ShipmentsButton } from '#src/features/shipments/ui/shipments-button.tsx';
import { copy } from '#src/shared/copy.ts';
import { DashboardPage } from '#src/shared/ui/page.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import { MyOrders } from '#src/views/my-orders.tsx';
import { fetchMyOrders } from '#src/views/order-lists.ts';
import type { Route } from './+types/dashboard-my-order';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: 'My Order' }, matches);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requirePermission(request, 'orders.place');
  return { result: await resultOrSignOut(await fetchMyOrders(new URL(request.url).searchParams)) };
}

export const ErrorBoundary = PageError;

export default function DashboardMyOrder({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate();
  return (
    <DashboardPage title={copy.dashboard.myOrder}>
      <MyOrders
        {...loaderData}
        onUnauthorized={() => {
          void endSession('ended');
          void navigate('/home');
        }}
        renderShipments={({ _id, number }, describedBy) => (
          <ShipmentsButton purchaseId={_id} number={number} describedBy={describedBy} />
        )}
      />
    </DashboardPage>
  );
}
