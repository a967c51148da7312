import { type ReactNode, useState } from 'react';
import { AddMissingAddress } from '#src/features/addresses/ui/add-missing-address.tsx';
import { PaperList } from '#src/features/papers/ui/paper-list.tsx';
import { purchaseCopy as copy } from '#src/features/purchases/copy.ts';
import { PurchaseAddressSection } from '#src/features/purchases/ui/purchase-addresses.tsx';
import { PurchaseFacts } from '#src/features/purchases/ui/purchase-facts.tsx';
import { PurchaseTable } from '#src/features/purchases/ui/purchase-table.tsx';
import { PurchaseTimeline } from '#src/features/purchases/ui/purchase-timeline.tsx';
import { countOpen } from '#src/features/shipments/ui/purchase-to-ship.ts';
import { ShipmentList } from '#src/features/shipments/ui/shipment-list.tsx';
import { useShipping } from '#src/features/shipments/ui/use-shipping.tsx';
import type { Purchase } from '#src/flows/purchases/read-purchases.server.ts';
import type { Permission } from '#src/shared/permissions.ts';
import { LoadError, Section } from '#src/shared/ui/page.tsx';
import { OrderHead } from './order-head.tsx';
import { OrderMoney } from './order-money.tsx';
import { PurchaseAddress } from './purchase-address.tsx';
import { canTakeAddress, type ShownOrder } from './shown-order.ts';

/**
 * An order with everything that belongs to it, for its buyer and the shop. `refresh` fetches it again after an action.
 */
export function OrderView({ shown, refresh }: { shown: ShownOrder; refresh: () => Promise<void> }) {
  const { user, can, isBuyer, purchase, timeline, papers, refunds } = shown;
  const { opening, error, ship, dialog, notice } = useShipping();
  const isAsked = isBuyer && canTakeAddress(purchase);
  // An order that ended before it was paid never gets any.
  const hasPapers = !papers.ok || papers.value.length > 0 || purchase.endedAt === null;
  const addresses = <OrderAddresses shown={shown} isAsked={isAsked} refresh={refresh} />;
  // The form comes first, and stays where it is once it is filled in. A known address stands beside the lines.
  const [asksFirst] = useState(isAsked && !purchase.delivery);
  return (
    <>
      <OrderHead
        shown={shown}
        shipping={{
          isOpening: opening === purchase._id,
          error,
          ship: () => void ship(purchase._id, () => void refresh()),
        }}
      />
      <div className="order-columns mt-8 grid items-start gap-x-8 gap-y-12 xl:grid-cols-[minmax(0,1fr)_17rem]">
        <div className="grid min-w-0 gap-12">
          {asksFirst && addresses}
          <Section id="lines" title={copy.lines}>
            <PurchaseTable purchase={purchase} countOpen={countOpen} />
          </Section>
          <OrderShipments
            purchase={purchase}
            can={can}
            hasShipped={timeline.ok && timeline.value.some(({ kind }) => kind === 'shipped')}
            notice={notice}
            onChange={() => void refresh()}
          />
          <OrderMoney
            purchase={purchase}
            refunds={refunds}
            can={can}
            isBuyer={isBuyer}
            email={user.email}
            refresh={refresh}
          />
        </div>
        <div className="order-aside grid min-w-0 gap-12">
          {!asksFirst && addresses}
          {hasPapers && (
            <Section id="papers" title={copy.papers}>
              <PaperList papers={papers} onRetry={() => void refresh()} />
            </Section>
          )}
        </div>
        <Section id="timeline" title={copy.timeline} className="min-w-0">
          {timeline.ok ? (
            <PurchaseTimeline entries={timeline.value} isBuyer={isBuyer} />
          ) : (
            <LoadError title={copy.timelineFailed} text={timeline.problem.detail} onRetry={() => void refresh()} />
          )}
        </Section>
      </div>
      {dialog}
    </>
  );
}

interface OrderAddressesProps {
  shown: ShownOrder;
  /** The reader can enter or change the addresses. */
  isAsked: boolean;
  refresh: () => Promise<void>;
}

/** Where an order goes, who is billed, and the buyer's notes. */
function OrderAddresses({ shown, isAsked, refresh }: OrderAddressesProps) {
  const { user, isBuyer, purchase, step } = shown;
  return (
    <Section id="addresses" title={copy.addresses}>
      <div className="grid gap-6 pt-4">
        {isAsked ? (
          <PurchaseAddress
            purchase={purchase}
            user={user}
            loaded={step}
            canChange={purchase.state === 'placed'}
            onStored={refresh}
          />
        ) : (
          <PurchaseAddressSection
            purchase={purchase}
            whenMissing={<MissingAddress shown={shown} refresh={refresh} />}
          />
        )}
        <PurchaseFacts purchase={purchase} isBuyer={isBuyer} />
      </div>
    </Section>
  );
}

function MissingAddress({ shown, refresh }: { shown: ShownOrder; refresh: () => Promise<void> }) {
  const { can, isBuyer, purchase, user } = shown;
  const { state } = purchase;
  const isWaiting = canTakeAddress(purchase);
  return (
    <div className="grid gap-1">
      <p className="font-semibold">{isWaiting ? copy.noDelivery : copy.noAddress}</p>
      {!isBuyer && isWaiting && (
        <p className="text-fine text-muted">{copy.noDeliveryForStaff[state === 'placed' ? 'placed' : 'paid']}</p>
      )}
      {can('orders.change') && isWaiting && state !== 'placed' && (
        <AddMissingAddress purchase={purchase} email={user.email} refresh={refresh} />
      )}
    </div>
  );
}

interface OrderShipmentsProps {
  purchase: Purchase;
  can: (permission: Permission) => boolean;
  /** Something was shipped at some time, even if that was corrected since. */
  hasShipped: boolean;
  /** What was shipped just now, with its undo. */
  notice: ReactNode;
  /** Fetches the order again. */
  onChange: () => void;
}

/** The shipments of an order, if there are any. */
function OrderShipments({ purchase, can, hasShipped, notice, onChange }: OrderShipmentsProps) {
  const { _id, lines } = purchase;
  const shipped = lines.reduce((sum, { shippedQuantity }) => sum + shippedQuantity, 0);
  // The table and the head say that nothing has shipped. After a correction or an undo there is something to show.
  if (shipped === 0 && !hasShipped && !notice) return null;
  return (
    <Section id="shipments" title={copy.shipments}>
      <div className="grid gap-4">
        {/* It contains what was shipped just now. */}
        <ShipmentList key={shipped} purchaseId={_id} {...(can('orders.ship') ? { onChange } : {})} />
        {notice}
      </div>
    </Section>
  );
}
