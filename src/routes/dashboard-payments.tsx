import { answerOrSignIn } from '#src/features/identity/ui/guarded-read.ts';
import { requireAdmin } from '#src/features/identity/ui/session.ts';
import { fetchPayments, fetchStrayMessages } from '#src/features/payments/ui/payment-list.ts';
import { Payments } from '#src/features/payments/ui/payments.tsx';
import { messages } from '#src/shared/messages.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { PageHeading } from '#src/shared/ui/page.tsx';
import { PageFault } from '#src/shared/ui/page-fault.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-payments';

export const meta = () => pageMeta({ title: 'Payments' });

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request);
  const [answer, strayMessages] = await Promise.all([
    fetchPayments(new URL(request.url).searchParams),
    fetchStrayMessages(),
  ]);
  return { answer: answerOrSignIn(answer, request), strayMessages };
}

export const ErrorBoundary = PageFault;

export default function DashboardPayments({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        title="Payments"
        text="Each attempt to pay an order, beside what the card provider says of it."
        actions={
          <ButtonLink to="/dashboard/allorder" variant="secondary">
            {messages.dashboard.allOrders}
          </ButtonLink>
        }
      />
      <div className="mt-8">
        <Payments {...loaderData} />
      </div>
    </>
  );
}
