import { useCallback, useEffect, useRef, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { addressCopy } from '#src/features/addresses/copy.ts';
import type { Order } from '#src/features/orders/contract.ts';
import { OrderSummary } from '#src/features/orders/ui/order-summary.tsx';
import { CardPayment } from '#src/features/payments/ui/card-form.tsx';
import { PaidNotice } from '#src/features/payments/ui/paid-notice.tsx';
import { purchaseCopy } from '#src/features/purchases/copy.ts';
import { PurchaseFacts } from '#src/features/purchases/ui/purchase-facts.tsx';
import { PurchaseLines } from '#src/features/purchases/ui/purchase-lines.tsx';
import type { Purchase } from '#src/flows/purchases/read-purchases.server.ts';
import type { ApiResult } from '#src/shared/api-client.ts';
import { getPurchasePath } from '#src/shared/purchase-number.ts';
import { DateTime } from '#src/shared/ui/date-time.tsx';
import { PageHeading } from '#src/shared/ui/page.tsx';
import { type LoadedStep, PurchaseAddress } from './purchase-address.tsx';

export interface PaymentProps {
  user: { displayName: string; email: string };
  order: Order;
  purchase: Purchase;
  step: ApiResult<LoadedStep> | null;
}

/** The delivery address of an order and its card form. A line of several is paid together with all others. */
export function PaymentView({ user, order, purchase, step }: PaymentProps) {
  const { revalidate } = useRevalidator();
  const [paidNow, setPaidNow] = useState<string | null>(null);
  const result = useRef<HTMLDivElement>(null);
  const transactionId = paidNow ?? order.transactionId;
  const isPaid = paidNow !== null || order.paid;
  useEffect(() => {
    if (paidNow) result.current?.focus();
  }, [paidNow]);
  const refetch = useCallback(() => void revalidate(), [revalidate]);
  const { lines } = purchase;
  const isOneOfSeveral = lines.length > 1;
  const price = isOneOfSeveral ? purchase.total : order.price;

  return (
    <>
      <PageHeading
        title="Payment"
        text={
          isOneOfSeveral ? (
            purchaseCopy.lineOf(lines.findIndex(({ _id }) => _id === order._id) + 1, lines.length)
          ) : (
            <OrderLink number={purchase.number} />
          )
        }
      />
      <div className="mt-8 grid items-start gap-8 xl:grid-cols-2">
        <div className="grid min-w-0 gap-8">
          {isOneOfSeveral ? (
            <PurchaseSummary purchase={purchase} isPaid={isPaid} />
          ) : (
            <OrderSummary order={paidNow ? { ...order, paid: true, transactionId } : order} />
          )}
          <section aria-labelledby="where-heading" className="grid gap-4 border border-line p-4 sm:p-6">
            <h2 id="where-heading" className="font-bold text-title tracking-tight">
              {purchase.delivery ? purchaseCopy.addresses : addressCopy.picks.title}
            </h2>
            <PurchaseAddress purchase={purchase} user={user} loaded={step} canChange={!isPaid} onStored={revalidate} />
            <PurchaseFacts purchase={{ ...purchase, transactionId: null }} isBuyer />
          </section>
        </div>
        <div ref={result} tabIndex={-1} className="outline-none">
          {transactionId && isPaid ? (
            <PaidNotice
              transactionId={transactionId}
              price={price}
              paidHere={paidNow !== null}
              toOrder={{ label: purchaseCopy.toOrder, to: getPurchasePath(purchase.number) }}
            />
          ) : (
            <CardPayment
              orderId={order._id}
              purchaseId={isOneOfSeveral ? purchase._id : undefined}
              price={price}
              obstacle={purchase.delivery ? null : purchaseCopy.payAfterAddress}
              payer={{ name: user.displayName, email: user.email }}
              onPaid={setPaidNow}
              onChanged={refetch}
            />
          )}
        </div>
      </div>
    </>
  );
}

function OrderLink({ number }: { number: string }) {
  return (
    <Link to={getPurchasePath(number)} className="-my-3 inline-block py-3 underline underline-offset-4">
      {purchaseCopy.title(number)}
    </Link>
  );
}

/** All lines of the purchase that is being paid. */
function PurchaseSummary({ purchase, isPaid }: { purchase: Purchase; isPaid: boolean }) {
  return (
    <section aria-label={purchaseCopy.lines} className="grid border border-line p-4 sm:p-6">
      <h2 className="border-ink border-b pb-3 font-bold text-title tracking-tight">
        <OrderLink number={purchase.number} />
      </h2>
      <PurchaseLines lines={purchase.lines} total={purchase.total} refunded={null} folds />
      {!isPaid && purchase.holdExpiresAt && (
        <p className="text-fine text-muted">
          {purchaseCopy.holdUntil} <DateTime at={purchase.holdExpiresAt} />.
        </p>
      )}
    </section>
  );
}
