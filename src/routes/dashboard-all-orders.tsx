import { InboxLink } from '#src/features/enquiries/ui/inbox-link.tsx';
import { requireAnswer } from '#src/features/identity/ui/guarded-read.ts';
import { requireAdmin } from '#src/features/identity/ui/session.ts';
import { AllOrders, fetchAllOrders } from '#src/features/orders/ui/all-orders.tsx';
import { messages } from '#src/shared/messages.ts';
import { PageHeading } from '#src/shared/ui/page.tsx';
import { PageFault } from '#src/shared/ui/page-fault.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-all-orders';

export const meta = () => pageMeta({ title: 'All Orders' });

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request);
  return { first: requireAnswer(await fetchAllOrders(), request) };
}

export const ErrorBoundary = PageFault;

export default function DashboardAllOrders({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title={messages.dashboard.allOrders} actions={<InboxLink />} />
      <div className="mt-8">
        <AllOrders {...loaderData} />
      </div>
    </>
  );
}
