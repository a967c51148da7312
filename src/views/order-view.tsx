import { Link } from 'react-router';
import { AddMissingAddress } from '#src/features/addresses/ui/add-missing-address.tsx';
import { OrderAgain } from '#src/features/basket/ui/order-again.tsx';
import { type ListedPaper, PaperList } from '#src/features/papers/ui/paper-list.tsx';
import type { TimelineEntry } from '#src/features/purchases/contract.ts';
import { purchaseCopy as copy } from '#src/features/purchases/copy.ts';
import { PurchaseAddressSection } from '#src/features/purchases/ui/purchase-addresses.tsx';
import { PurchaseFacts } from '#src/features/purchases/ui/purchase-facts.tsx';
import { PurchaseLines } from '#src/features/purchases/ui/purchase-lines.tsx';
import { type Dispute, findDispute, PurchaseStateBadges } from '#src/features/purchases/ui/purchase-state.tsx';
import { PurchaseTimeline } from '#src/features/purchases/ui/purchase-timeline.tsx';
import type { Refund } from '#src/features/refunds/contract.ts';
import { countLeft } from '#src/features/shipments/ui/purchase-to-ship.ts';
import { ShipmentList } from '#src/features/shipments/ui/shipment-list.tsx';
import { useShipping } from '#src/features/shipments/ui/use-shipping.tsx';
import type { Purchase } from '#src/flows/purchases/read-purchases.server.ts';
import type { ApiResult } from '#src/shared/api-client.ts';
import type { Permission } from '#src/shared/permissions.ts';
import { Button, ButtonLink } from '#src/shared/ui/button.tsx';
import { DateTime } from '#src/shared/ui/date-time.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { PageHeading, Section } from '#src/shared/ui/page.tsx';
import { OrderMoney } from './order-money.tsx';
import { type LoadedStep, PurchaseAddress } from './purchase-address.tsx';

export interface ShownOrder {
  user: { displayName: string; email: string };
  can: (permission: Permission) => boolean;
  /** The reader is the buyer, not somebody of the shop. */
  isBuyer: boolean;
  purchase: Purchase & { lines: readonly (Purchase['lines'][number] & { dispute?: Dispute | null })[] };
  timeline: readonly TimelineEntry[];
  papers: ApiResult<ListedPaper[]>;
  refunds: ApiResult<Refund[]>;
  /** The form that asks for the address. Null if nothing is asked. */
  step: ApiResult<LoadedStep> | null;
}

/**
 * An order with everything that belongs to it, for its buyer and the shop. `refresh` fetches it again after an action.
 */
export function OrderView({ shown, refresh }: { shown: ShownOrder; refresh: () => Promise<void> }) {
  const { user, can, isBuyer, purchase, timeline, papers, refunds, step } = shown;
  const isAsked = isBuyer && canTakeAddress(purchase);
  return (
    // A new key per order, so that nothing begun at one order continues at another.
    <div key={purchase._id}>
      <PageHeading
        title={copy.title(purchase.number)}
        text={<PurchaseStateBadges purchase={purchase} />}
        actions={isBuyer && <PurchaseActions purchase={purchase} />}
      />
      <PurchaseNotices purchase={purchase} isBuyer={isBuyer} />
      <div className="mt-8 grid items-start gap-x-12 gap-y-12 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 gap-12">
          <Section id="lines" title={copy.lines}>
            <PurchaseLines lines={purchase.lines} total={purchase.total} refunded={purchase.refunded} />
          </Section>
          <OrderShipments purchase={purchase} can={can} isBuyer={isBuyer} onChange={() => void refresh()} />
          <OrderMoney
            purchase={purchase}
            refunds={refunds}
            can={can}
            isBuyer={isBuyer}
            email={user.email}
            refresh={refresh}
          />
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
        </div>
        <div className="grid min-w-0 gap-12">
          <Section id="papers" title={copy.papers}>
            <PaperList papers={papers} onRetry={() => void refresh()} />
          </Section>
        </div>
        <Section id="timeline" title={copy.timeline} className="min-w-0">
          <PurchaseTimeline entries={timeline} isBuyer={isBuyer} />
        </Section>
      </div>
    </div>
  );
}

/**
 * Whether a reader is the buyer of a purchase. Somebody who reads everyone's orders reads them for the shop, even one
 * that they placed before they worked for it.
 */
export const isBuyerOf = ({ email }: Pick<Purchase, 'email'>, { user, can }: Pick<ShownOrder, 'user' | 'can'>) =>
  email === user.email && !can('orders.read');

/** A purchase that has ended, or was shipped and has its invoice, no longer accepts an address. */
export const canTakeAddress = ({ state, awaitsBilling }: Pick<Purchase, 'state' | 'awaitsBilling'>) =>
  state === 'placed' || state === 'paid' || (state === 'shipped' && awaitsBilling);

/** The actions on a purchase that are available now. */
function PurchaseActions({ purchase }: { purchase: Purchase }) {
  const { state, lines } = purchase;
  return (
    <div className="flex flex-wrap gap-3">
      <OrderAgain lines={lines} />
      {state === 'placed' && lines[0] && <ButtonLink to={`/dashboard/payment/${lines[0]._id}`}>{copy.pay}</ButtonLink>}
    </div>
  );
}

/** What the reader should know first: until when the purchase is held, or why it ended. */
function PurchaseNotices({ purchase, isBuyer }: { purchase: ShownOrder['purchase']; isBuyer: boolean }) {
  const { number, state, holdExpiresAt, endReason } = purchase;
  const dispute = findDispute(purchase.lines)?.state;
  const isEnded = state === 'canceled' || state === 'expired';
  return (
    <div className="mt-4 grid gap-3 empty:hidden">
      {state === 'placed' && holdExpiresAt && (
        <p className="text-muted">
          {isBuyer ? copy.holdUntil : copy.holdForBuyer} <DateTime at={holdExpiresAt} />.
        </p>
      )}
      {(dispute === 'needs_answer' || dispute === 'under_review') && (
        <p className="border border-bad bg-sheet px-4 py-3">
          {copy.disputed.text}{' '}
          <Link to={`/dashboard/payments?q=${number}`} className="-my-3 inline-block py-3 underline underline-offset-4">
            {copy.disputed.payment}
          </Link>
        </p>
      )}
      {isBuyer && !purchase.delivery && canTakeAddress(purchase) && (
        <p className="border-signal border-l-2 pl-4 font-medium">
          <a href="#addresses" className="-my-3 inline-block py-3 underline underline-offset-4">
            {purchase.state === 'shipped' ? copy.askBilling : copy.askBuyer}
          </a>
        </p>
      )}
      {isEnded && (
        <p className="border border-line bg-sheet px-4 py-3">
          {copy.ended[state]} {endReason}
        </p>
      )}
    </div>
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
  /** The reader is the buyer, not somebody of the shop. */
  isBuyer: boolean;
  /** Fetches the order again. */
  onChange: () => void;
}

/** The shipments of an order, and for those who may ship it what to ship next. Renders nothing before it is paid. */
function OrderShipments({ purchase, can, isBuyer, onChange }: OrderShipmentsProps) {
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
            <Button pending={opening === _id} onClick={() => void ship(_id, onChange)}>
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
