import { InboxLink } from '#src/features/enquiries/ui/inbox-link.tsx';
import { answerOrSignIn } from '#src/features/identity/ui/guarded-read.ts';
import { requireAdmin } from '#src/features/identity/ui/session.ts';
import { AllOrders } from '#src/features/orders/ui/all-orders.tsx';
import { fetchAllOrders } from '#src/features/orders/ui/order-list.ts';
import { PaymentsLink } from '#src/features/payments/ui/payments-link.tsx';
import { messages } from '#src/shared/messages.ts';
import { PageHeading } from '#src/shared/ui/page.tsx';
import { PageFault } from '#src/shared/ui/page-fault.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-all-orders';

export const meta = () => pageMeta({ title: 'All Orders' });

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request);
  const answer = await fetchAllOrders(new URL(request.url).searchParams);
  return { answer: answerOrSignIn(answer, request) };
}

export const ErrorBoundary = PageFault;

export default function DashboardAllOrders({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        title={messages.dashboard.allOrders}
        actions={
          <div className="flex flex-wrap gap-3">
            <PaymentsLink />
            <InboxLink />
          </div>
        }
      />
      <div className="mt-8">
        <AllOrders {...loaderData} />
      </div>
    </>
  );
}
