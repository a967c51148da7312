import { useCallback, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { requireResult, resultOrSignOut } from '#src/features/identity/ui/require-result.ts';
import { requireCustomer } from '#src/features/identity/ui/session.ts';
import type { Order } from '#src/features/orders/contract.ts';
import { OrderEnded } from '#src/features/orders/ui/order-ended.tsx';
import { OrderSummary } from '#src/features/orders/ui/order-summary.tsx';
import { CardPayment } from '#src/features/payments/ui/card-form.tsx';
import { PaidNotice } from '#src/features/payments/ui/paid-notice.tsx';
import { type ApiProblem, callApi } from '#src/shared/api-client.ts';
import { PageHeading } from '#src/shared/ui/page.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-payment';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: 'Payment' }, matches);

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const { user } = await requireCustomer(request);
  const result = await resultOrSignOut(await callApi<Order>(`/payment/${encodeURIComponent(params.id)}`));
  if (!result.ok && result.problem.status === 404) return { user, order: null, problem: result.problem };
  return { user, order: requireResult(result, request), problem: null };
}

export const ErrorBoundary = PageError;

export default function DashboardPayment({ loaderData: { user, order, problem }, params }: Route.ComponentProps) {
  if (!order) return <EndedPayment problem={problem} />;
  return <Payment key={params.id} user={user} order={order} />;
}

/** The order was deleted or has expired, here or elsewhere. */
function EndedPayment({ problem: { detail, extra } }: { problem: ApiProblem }) {
  return (
    <>
      <PageHeading title="Payment" />
      <OrderEnded detail={detail} toolId={typeof extra.toolId === 'string' ? extra.toolId : null} />
    </>
  );
}

function Payment({ user, order }: { user: { displayName: string; email: string }; order: Order }) {
  const { revalidate } = useRevalidator();
  const [paidNow, setPaidNow] = useState<string | null>(null);
  const result = useRef<HTMLDivElement>(null);
  const transactionId = paidNow ?? order.transactionId;
  useEffect(() => {
    if (paidNow) result.current?.focus();
  }, [paidNow]);
  const refetch = useCallback(() => void revalidate(), [revalidate]);

  return (
    <>
      <PageHeading title="Payment" />
      <div className="mt-8 grid items-start gap-8 xl:grid-cols-2">
        <OrderSummary order={paidNow ? { ...order, paid: true, transactionId } : order} />
        <div ref={result} tabIndex={-1} className="outline-none">
          {transactionId && (paidNow || order.paid) ? (
            <PaidNotice transactionId={transactionId} price={order.price} paidHere={paidNow !== null} />
          ) : (
            <CardPayment
              orderId={order._id}
              price={order.price}
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
