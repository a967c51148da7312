import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { OrderAgain } from '#src/features/basket/ui/order-again.tsx';
import { orderCopy } from '#src/features/orders/copy.ts';
import { purchaseCopy } from '#src/features/purchases/copy.ts';
import { findDispute, PurchaseStateBadges } from '#src/features/purchases/ui/purchase-state.tsx';
import { countLeftMinor } from '#src/features/refunds/ui/refundable-purchase.ts';
import { countLeft } from '#src/features/shipments/ui/purchase-to-ship.ts';
import { Button, ButtonLink } from '#src/shared/ui/button.tsx';
import { DateTime } from '#src/shared/ui/date-time.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { canTakeAddress, type ShownOrder } from './shown-order.ts';
import './order-head.css';

const { next: copy } = purchaseCopy;

interface OrderHeadProps {
  shown: ShownOrder;
  shipping: { isOpening: boolean; error: string | null; ship: () => void };
}

/** The number of an order, its state, what is next, and the buttons for that. It stays in sight where there is room. */
export function OrderHead({ shown, shipping }: OrderHeadProps) {
  const { purchase, isBuyer } = shown;
  return (
    <header className="order-head border-ink border-b bg-paper pb-3">
      <div className="order-next grid items-center gap-x-8 gap-y-2">
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-5">
          <h1 className="font-bold text-title tracking-tight wrap-anywhere">{purchaseCopy.title(purchase.number)}</h1>
          <PurchaseStateBadges purchase={purchase} />
        </div>
        <p className="empty:hidden wrap-anywhere">{describeNext(shown)}</p>
        <div className="flex flex-wrap gap-2 empty:hidden">
          {isBuyer ? <BuyerButtons purchase={purchase} /> : <ShopButtons shown={shown} shipping={shipping} />}
        </div>
      </div>
      <FormError>{shipping.error}</FormError>
    </header>
  );
}

function BuyerButtons({ purchase }: Pick<ShownOrder, 'purchase'>) {
  const { state, lines, delivery } = purchase;
  const [first] = lines;
  const isAsked = state !== 'placed' && !delivery && canTakeAddress(purchase);
  return (
    <>
      <OrderAgain lines={lines} />
      {isAsked && <ButtonLink to="#addresses">{copy.addAddress}</ButtonLink>}
      {state === 'placed' && first && (
        <ButtonLink to={`/dashboard/payment/${first._id}`}>{purchaseCopy.pay}</ButtonLink>
      )}
    </>
  );
}

function ShopButtons({ shown: { can, purchase, refunds }, shipping }: OrderHeadProps) {
  const { state, lines, delivery, cancelRequest } = purchase;
  const isPaid = state === 'paid';
  const mayDecide = isPaid && cancelRequest !== null && can('payments.refund');
  const canShip = isPaid && can('orders.ship') && lines.some((line) => countLeft(line) > 0);
  const isAddressFirst = isPaid && !delivery && can('orders.change');
  return (
    <>
      {purchase.paidAt &&
        refunds.ok &&
        can('payments.refund') &&
        !mayDecide &&
        countLeftMinor(purchase, refunds.value) > 0 && (
          <ButtonLink variant="quiet" to="#money">
            {purchaseCopy.refund}
          </ButtonLink>
        )}
      {canShip && (
        <Button
          variant={mayDecide || isAddressFirst ? 'secondary' : 'primary'}
          pending={shipping.isOpening}
          onClick={shipping.ship}
        >
          {purchaseCopy.ship}
        </Button>
      )}
      {isAddressFirst && (
        <ButtonLink variant={mayDecide ? 'secondary' : 'primary'} to="#addresses">
          {copy.toAddress}
        </ButtonLink>
      )}
      {mayDecide && <ButtonLink to="#money">{copy.decide}</ButtonLink>}
    </>
  );
}

/** What an order waits for, in a sentence; the most urgent first. Null if nothing is left to say. */
function describeNext({ can, purchase, isBuyer }: ShownOrder): ReactNode {
  const { number, state, lines, holdExpiresAt, endReason, cancelRequest, delivery } = purchase;
  const dispute = findDispute(lines)?.state;
  if (dispute === 'needs_answer' || dispute === 'under_review')
    return (
      <>
        <span className="font-semibold text-bad">{copy.disputed}</span>{' '}
        {can('payments.read') && (
          <Link to={`/dashboard/payments?q=${number}`} className="-my-3 inline-block py-3 underline underline-offset-4">
            {copy.toPayment}
          </Link>
        )}
      </>
    );
  if (state === 'canceled' || state === 'expired')
    return endReason ? `${purchaseCopy.ended[state]} ${orderCopy.reason(endReason)}` : purchaseCopy.ended[state];
  if (state === 'placed')
    return (
      holdExpiresAt && (
        <>
          {isBuyer ? copy.holdUntil : copy.holdForBuyer} <DateTime at={holdExpiresAt} />.
        </>
      )
    );
  if (state === 'paid' && cancelRequest) return isBuyer ? copy.askedToCancel : copy.asksToCancel;
  if (!delivery && canTakeAddress(purchase)) {
    if (!isBuyer) return state === 'paid' ? copy.withoutAddress : copy.shipped;
    return state === 'paid' ? copy.askBuyer : copy.askBilling;
  }
  if (state === 'shipped') return copy.shipped;
  const open = lines.reduce((sum, line) => sum + countLeft(line), 0);
  if (open === 0) return copy.nothingToShip;
  const pieces = lines.reduce((sum, { quantity, canceledQuantity }) => sum + quantity - canceledQuantity, 0);
  return (isBuyer ? copy.willShip : copy.toShip)(open, pieces);
}
