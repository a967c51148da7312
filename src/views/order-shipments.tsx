import { purchaseCopy as copy } from '#src/features/purchases/copy.ts';
import { countLeft } from '#src/features/shipments/ui/purchase-to-ship.ts';
import { ShipmentList } from '#src/features/shipments/ui/shipment-list.tsx';
import { useShipping } from '#src/features/shipments/ui/use-shipping.tsx';
import type { Purchase } from '#src/flows/purchases/read-purchases.server.ts';
import type { Permission } from '#src/shared/permissions.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { Section } from '#src/shared/ui/page.tsx';

interface OrderShipmentsProps {
  purchase: Purchase;
  can: (permission: Permission) => boolean;
  /** The reader is the buyer, not somebody of the shop. */
  isBuyer: boolean;
  /** Fetches the order again. */
  onChange: () => void;
}

/** The shipments of an order, and for those who may ship it what to ship next. Renders nothing before it is paid. */
export function OrderShipments({ purchase, can, isBuyer, onChange }: OrderShipmentsProps) {
  const { opening, error, ship, dialog, notice } = useShipping();
  const { _id, lines, paidAt } = purchase;
  const shipped = lines.reduce((sum, { shippedQuantity }) => sum + shippedQuantity, 0);
  const mayShip = can('orders.ship');
  const canShip = mayShip && purchase.state === 'paid' && lines.some((line) => countLeft(line) > 0);
  // After a correction nothing is shipped, but there is something to show.
  if (!paidAt || (isBuyer && shipped === 0 && purchase.state === 'canceled')) return dialog;
  return (
    <Section id="shipments" title={copy.shipments}>
      <div className="grid gap-4 pt-4">
        {canShip && (
          <div className="grid justify-items-start gap-2">
            <Button pending={opening === _id} onClick={() => void ship(_id, purchase, onChange)}>
              {copy.ship}
            </Button>
            <FormError>{error}</FormError>
          </div>
        )}
        {/* It contains what was shipped just now. */}
        <ShipmentList key={shipped} purchaseId={_id} {...(mayShip ? { onChange } : {})} />
        {notice}
      </div>
      {dialog}
    </Section>
  );
}
