import { useSession } from '#src/features/identity/ui/session.ts';
import { type ChosenPurchase, PurchaseChoice, PurchaseTick } from '#src/features/shipments/ui/purchase-choice.tsx';
import { ShipmentsButton } from '#src/features/shipments/ui/shipments-button.tsx';
import { useShipping } from '#src/features/shipments/ui/use-shipping.tsx';
import { UNREACHABLE } from '#src/shared/api-client.ts';
import { copy } from '#src/shared/copy.ts';
import { lazyImport } from '#src/shared/lazy-import.ts';
import { PageHeading } from '#src/shared/ui/page.tsx';
import { AllOrders } from './all-orders.tsx';

const papers = lazyImport(() => import('#src/shared/save-file.ts'));

async function savePackingList(purchases: readonly ChosenPurchase[]): Promise<string | null> {
  const loaded = await papers.load();
  if (!loaded) return UNREACHABLE.detail;
  const ids = purchases.map(({ id }) => id).join(',');
  return (await loaded.saveFile(`/api/packing-list.pdf?purchases=${ids}`))?.detail ?? null;
}

/** The list of all orders, with what ships and packs them. */
export function AllOrdersPage({ list }: { list: Omit<Parameters<typeof AllOrders>[0], 'can' | 'shipping'> }) {
  const { can } = useSession();
  const { opening, error, ship, shipMany, dialog, notice } = useShipping();
  return (
    <>
      <PageHeading title={copy.dashboard.allOrders} />
      <div className="mt-8 grid gap-4">
        <AllOrders
          {...list}
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
