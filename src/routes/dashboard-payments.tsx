import { resultOrSignIn } from '#src/features/identity/ui/require-result.ts';
import { requireAdmin } from '#src/features/identity/ui/session.ts';
import { fetchPayments, fetchUnmatchedEvents } from '#src/features/payments/ui/payment-list.ts';
import { Payments } from '#src/features/payments/ui/payments.tsx';
import { copy } from '#src/shared/copy.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { PageHeading } from '#src/shared/ui/page.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-payments';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: 'Payments' }, matches);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request);
  const [result, unmatchedEvents] = await Promise.all([
    fetchPayments(new URL(request.url).searchParams),
    fetchUnmatchedEvents(),
  ]);
  return { result: resultOrSignIn(result, request), unmatchedEvents };
}

export const ErrorBoundary = PageError;

export default function DashboardPayments({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        title="Payments"
        text="Each attempt to pay an order, beside what the card provider says of it."
        actions={
          <ButtonLink to="/dashboard/allorder" variant="secondary">
            {copy.dashboard.allOrders}
          </ButtonLink>
        }
      />
      <div className="mt-8">
        <Payments {...loaderData} />
      </div>
    </>
  );
}
