import { lazy, Suspense, useState } from 'react';
import { useRevalidator } from 'react-router';
import { requirePermission } from '#src/features/identity/ui/require-permission.ts';
import { resultOrSignIn } from '#src/features/identity/ui/require-result.ts';
import { NOT_AT_PROVIDER } from '#src/features/payments/rules.ts';
import { fetchPayments, fetchUnmatchedEvents } from '#src/features/payments/ui/payment-list.ts';
import { Payments } from '#src/features/payments/ui/payments.tsx';
import { refundCopy } from '#src/features/refunds/copy.ts';
import { copy } from '#src/shared/copy.ts';
import { Button, ButtonLink } from '#src/shared/ui/button.tsx';
import { PageHeading } from '#src/shared/ui/page.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-payments';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: 'Payments' }, matches);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { user, can } = await requirePermission(request, 'payments.read');
  const [result, unmatchedEvents] = await Promise.all([
    fetchPayments(new URL(request.url).searchParams),
    fetchUnmatchedEvents(),
  ]);
  return {
    result: resultOrSignIn(result, request),
    unmatchedEvents,
    email: user.email,
    mayRefund: can('payments.refund'),
  };
}

export const ErrorBoundary = PageError;

// Loaded when it is opened.
const RefundDialog = lazy(() => import('#src/features/refunds/ui/refund-dialog.tsx'));

export default function DashboardPayments({ loaderData }: Route.ComponentProps) {
  const { email, mayRefund, ...payments } = loaderData;
  const [refunding, setRefunding] = useState<string | null>(null);
  const { revalidate } = useRevalidator();
  return (
    <>
      <PageHeading
        title="Payments"
        text="Each attempt to pay for an order, next to what the card provider says about it."
        actions={
          <ButtonLink to="/dashboard/allorder" variant="secondary">
            {copy.dashboard.allOrders}
          </ButtonLink>
        }
      />
      <div className="mt-8">
        <Payments
          {...payments}
          renderActions={({ state, purchase, amount, refunded, providerState }, nameId) =>
            mayRefund &&
            state === 'captured' &&
            refunded !== amount &&
            providerState !== NOT_AT_PROVIDER && (
              <Button
                variant="secondary"
                className="dense:px-2!"
                aria-describedby={nameId}
                onClick={() => setRefunding(purchase)}
              >
                {refundCopy.dialog.open}
              </Button>
            )
          }
        />
      </div>
      {refunding && (
        <Suspense>
          <RefundDialog
            purchaseId={refunding}
            email={email}
            onClose={() => {
              setRefunding(null);
              void revalidate();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
