import { loadStaffList } from '#src/features/identity/ui/load-staff-list.ts';
import { useSession } from '#src/features/identity/ui/session.ts';
import { type ChosenPurchase, PurchaseChoice, PurchaseTick } from '#src/features/shipments/ui/purchase-choice.tsx';
import { ShipmentsButton } from '#src/features/shipments/ui/shipments-button.tsx';
import { useShipping } from '#src/features/shipments/ui/use-shipping.tsx';
import { UNREACHABLE } from '#src/shared/api-client.ts';
import { copy } from '#src/shared/copy.ts';
import { lazyImport } from '#src/shared/lazy-import.ts';
import { PageHeading } from '#src/shared/ui/page.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import { AllOrders } from '#src/views/all-orders.tsx';
import { fetchAllOrders } from '#src/views/order-lists.ts';
import type { Route } from './+types/dashboard-all-orders';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: 'All Orders' }, matches);

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadStaffList(request, 'orders.read', fetchAllOrders);
}

export const ErrorBoundary = PageError;

const papers = lazyImport(() => import('#src/features/papers/ui/save-paper.ts'));

async function savePackingList(purchases: readonly ChosenPurchase[]): Promise<string | null> {
  const loaded = await papers.load();
  if (!loaded) return UNREACHABLE.detail;
  const ids = purchases.map(({ id }) => id).join(',');
  return (await loaded.savePaper(`/api/packing-list.pdf?purchases=${ids}`))?.detail ?? null;
}

export default function DashboardAllOrders({ loaderData }: Route.ComponentProps) {
  const { can } = useSession();
  const { opening, error, ship, shipMany, dialog, notice } = useShipping();
  return (
    <>
      <PageHeading title={copy.dashboard.allOrders} />
      <div className="mt-8 grid gap-4">
        <AllOrders
          {...loaderData}
          can={can}
          shipping={{
            opening,
            error,
            ship: (order, onChange) => void ship(order._id, onChange),
            renderTick: ({ _id, number, name }) => <PurchaseTick purchase={{ id: _id, number, name }} />,
            renderShipments: ({ _id, number }, describedBy, onChange) => (
              <ShipmentsButton
                {...{ purchaseId: _id, number, describedBy }}
                {...(can('orders.ship') ? { onChange } : {})}
              />
            ),
            renderChoice: (rows, onChange) => (
              <PurchaseChoice
                onPack={savePackingList}
                onShip={(purchases, onShipped) =>
                  void shipMany(purchases, () => {
                    onShipped();
                    onChange();
                  })
                }
              >
                {rows}
              </PurchaseChoice>
            ),
          }}
        />
        {notice}
      </div>
      {dialog}
    </>
  );
}
