import { useCallback, useEffect, useRef, useState } from 'react';
import { Link, useRevalidator } from 'react-router';
import { addressCopy } from '#src/features/addresses/copy.ts';
import type { Order } from '#src/features/orders/contract.ts';
import { type ListedPaper, PaperList } from '#src/features/papers/ui/paper-list.tsx';
import { CardPayment } from '#src/features/payments/ui/card-form.tsx';
import { PaidNotice } from '#src/features/payments/ui/paid-notice.tsx';
import { purchaseCopy } from '#src/features/purchases/copy.ts';
import { PurchaseFacts } from '#src/features/purchases/ui/purchase-facts.tsx';
import { PurchaseLines } from '#src/features/purchases/ui/purchase-lines.tsx';
import { PurchaseStateBadges } from '#src/features/purchases/ui/purchase-state.tsx';
import type { Purchase } from '#src/flows/purchases/read-purchases.server.ts';
import { type ApiResult, callApi } from '#src/shared/api-client.ts';
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

/** The delivery address of an order, what it is of, and its card form. All its lines are paid together. */
export function PaymentView({ user, order, purchase, step }: PaymentProps) {
  const { revalidate } = useRevalidator();
  const [paidNow, setPaidNow] = useState<{ transactionId: string; at: string } | null>(null);
  const result = useRef<HTMLDivElement>(null);
  const transactionId = paidNow?.transactionId ?? order.transactionId;
  const isPaid = paidNow !== null || order.paid;
  useEffect(() => {
    if (paidNow) result.current?.focus();
  }, [paidNow]);
  const refetch = useCallback(() => void revalidate(), [revalidate]);
  const { total, number, state } = purchase;
  // The purchase is read again only when the page is.
  const paidAt = purchase.paidAt ?? order.paidAt ?? paidNow?.at ?? null;

  return (
    <>
      <PageHeading
        title="Payment"
        text={
          <span className="flex flex-wrap gap-x-5">
            <OrderLink number={number} />
            <PurchaseStateBadges purchase={{ ...purchase, state: isPaid && state === 'placed' ? 'paid' : state }} />
          </span>
        }
      />
      <div className="mt-8 grid items-start gap-8 xl:grid-cols-2">
        <div className="grid min-w-0 gap-8">
          <section aria-labelledby="where-heading" className="grid gap-4 border border-line p-4 sm:p-6">
            <h2 id="where-heading" className="font-bold text-title tracking-tight">
              {purchase.delivery ? purchaseCopy.addresses : addressCopy.picks.title}
            </h2>
            <PurchaseAddress purchase={purchase} user={user} loaded={step} canChange={!isPaid} onStored={revalidate} />
            <PurchaseFacts purchase={{ ...purchase, transactionId: null, paidAt }} isBuyer />
          </section>
          <section aria-labelledby="lines-heading" className="grid gap-2 border border-line p-4 sm:p-6">
            <h2 id="lines-heading" className="font-bold text-title tracking-tight">
              {purchaseCopy.lines}
            </h2>
            <PurchaseLines purchase={purchase} />
            {!isPaid && purchase.holdExpiresAt && (
              <p className="text-fine text-muted">
                {purchaseCopy.next.holdUntil} <DateTime at={purchase.holdExpiresAt} />.
              </p>
            )}
          </section>
        </div>
        <div ref={result} tabIndex={-1} className={`outline-none ${isPaid ? 'max-xl:order-first' : ''}`}>
          {transactionId && isPaid ? (
            <PaidNotice
              transactionId={transactionId}
              price={total}
              paidHere={paidNow !== null}
              toOrder={getPurchasePath(number)}
            >
              <PaidOrder purchase={purchase} />
            </PaidNotice>
          ) : (
            <CardPayment
              orderId={order._id}
              purchaseId={purchase.lines.length > 1 ? purchase._id : undefined}
              price={total}
              obstacle={purchase.delivery ? null : purchaseCopy.payAfterAddress}
              payer={{ name: user.displayName, email: user.email, address: purchase.billing ?? purchase.delivery }}
              onPaid={(id) => setPaidNow({ transactionId: id, at: new Date().toISOString() })}
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

/** The numbers of a paid order, which its buyer may want to write down, and the papers of that order. */
function PaidOrder({ purchase: { _id, number, poNumber } }: { purchase: Purchase }) {
  const [papers, setPapers] = useState<ApiResult<ListedPaper[]> | null>(null);
  const load = useCallback(async () => setPapers(await callApi<ListedPaper[]>(`/purchases/${_id}/papers`)), [_id]);
  useEffect(() => void load(), [load]);
  return (
    <div className="grid gap-3">
      <p className="flex flex-wrap gap-x-8 gap-y-1">
        <strong className="text-lead">{purchaseCopy.title(number)}</strong>
        {poNumber && (
          <span className="wrap-anywhere">
            {purchaseCopy.poNumber} <span className="figures">{poNumber}</span>
          </span>
        )}
      </p>
      {papers && <PaperList papers={papers} onRetry={() => void load()} />}
    </div>
  );
}
