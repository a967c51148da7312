import { useRevalidator } from 'react-router';
import { requireResult } from '#src/features/identity/ui/require-result.ts';
import { requireSignedIn, useSession } from '#src/features/identity/ui/session.ts';
import { fetchRefunds } from '#src/features/refunds/ui/use-refundable-purchase.ts';
import { callApi } from '#src/shared/api-client.ts';
import { copy } from '#src/shared/copy.ts';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import { canTakeAddress, isBuyerOf, type ShownOrder } from '#src/views/shown-order.ts';
import type { Route } from './+types/dashboard-order';

export const meta: Route.MetaFunction = ({ matches, params }) => pageMeta({ title: `Order ${params.number}` }, matches);

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const { user, can } = await requireSignedIn(request);
  const path = `/purchases/${encodeURIComponent(params.number)}`;
  const [found, timeline, papers, { OrderView }, { loadAddressStep }] = await Promise.all([
    callApi<ShownOrder['purchase']>(path),
    // Without the history or the papers, everything else on the page still works.
    callApi<Extract<ShownOrder['timeline'], { ok: true }>['value']>(`${path}/timeline`),
    callApi<Extract<ShownOrder['papers'], { ok: true }>['value']>(`${path}/papers`),
    // Loaded separately, since every page names the files that this one loads.
    import('#src/views/order-view.tsx'),
    import('#src/views/purchase-address.tsx'),
  ]);
  const purchase = requireResult(found, request);
  const refunds: ShownOrder['refunds'] = purchase.paidAt
    ? await fetchRefunds(purchase._id)
    : { ok: true, value: [], serverTime: null, total: null };
  const isBuyer = isBuyerOf(purchase, { user, can });
  const isAsked = isBuyer && purchase.delivery === null && canTakeAddress(purchase);
  const step = isAsked ? await loadAddressStep() : null;
  return {
    OrderView,
    shown: { user, can, isBuyer, purchase, timeline, papers, refunds, step },
  };
}

export function ErrorBoundary() {
  const { can } = useSession();
  const list = can('orders.read')
    ? { to: '/dashboard/allorder', label: copy.dashboard.allOrders }
    : { to: '/dashboard/myorder', label: copy.dashboard.myOrder };
  return <PageError whenMissing={list} />;
}

export default function DashboardOrder({ loaderData: { OrderView, shown } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  // A new key per order, so that nothing begun at one order continues at another.
  return <OrderView key={shown.purchase._id} shown={shown} refresh={revalidate} />;
}
