import { requirePermission } from '#src/features/identity/ui/require-permission.ts';
import { requireResult, resultOrSignOut } from '#src/features/identity/ui/require-result.ts';
import type { Order } from '#src/features/orders/contract.ts';
import type { OrderEnded } from '#src/features/orders/ui/order-ended.tsx';
import type { Purchase } from '#src/flows/purchases/read-purchases.server.ts';
import { type ApiProblem, callApi } from '#src/shared/api-client.ts';
import { PageHeading } from '#src/shared/ui/page.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-payment';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: 'Payment' }, matches);

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const { user } = await requirePermission(request, 'orders.place');
  const [read, { PaymentView }, { loadAddressStep }] = await Promise.all([
    callApi<Order>(`/payment/${encodeURIComponent(params.id)}`),
    // Loaded separately, since every page names the files that this one loads.
    import('#src/views/payment-view.tsx'),
    import('#src/views/purchase-address.tsx'),
  ]);
  const result = await resultOrSignOut(read);
  if (!result.ok && result.problem.status === 404) {
    const { OrderEnded } = await import('#src/features/orders/ui/order-ended.tsx');
    return { payable: null, ended: { OrderEnded, problem: result.problem } };
  }
  const order = requireResult(result, request);
  const purchase = requireResult(await callApi<Purchase>(`/purchases/${order.purchase ?? order._id}`), request);
  const step = purchase.delivery ? null : await loadAddressStep();
  return { payable: { PaymentView, user, order, purchase, step }, ended: null };
}

export const ErrorBoundary = PageError;

export default function DashboardPayment({ loaderData: { payable, ended }, params }: Route.ComponentProps) {
  if (!payable) return <EndedPayment {...ended} />;
  const { PaymentView, ...shown } = payable;
  return <PaymentView key={params.id} {...shown} />;
}

interface EndedPaymentProps {
  OrderEnded: typeof OrderEnded;
  problem: ApiProblem;
}

/** The order was deleted or has expired, here or elsewhere. */
function EndedPayment({ OrderEnded, problem: { detail, extra } }: EndedPaymentProps) {
  return (
    <>
      <PageHeading title="Payment" />
      <OrderEnded
        detail={detail}
        toolId={toText(extra.toolId)}
        number={toText(extra.number)}
        reason={toText(extra.endReason)}
      />
    </>
  );
}

const toText = (value: unknown) => (typeof value === 'string' ? value : null);
