import { useNavigate } from 'react-router';
import { answerOrLeave } from '#src/features/identity/ui/guarded-read.ts';
import { requireCustomer } from '#src/features/identity/ui/session.ts';
import { leave } from '#src/features/identity/ui/session-store.ts';
import { MyOrders } from '#src/features/orders/ui/my-orders.tsx';
import { fetchMyOrders } from '#src/features/orders/ui/order-list.ts';
import { messages } from '#src/shared/messages.ts';
import { PageHeading } from '#src/shared/ui/page.tsx';
import { PageFault } from '#src/shared/ui/page-fault.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-my-order';

export const meta = () => pageMeta({ title: 'My Order' });

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { user } = await requireCustomer(request);
  return { answer: await answerOrLeave(await fetchMyOrders(new URL(request.url).searchParams, user.email)) };
}

export const ErrorBoundary = PageFault;

export default function DashboardMyOrder({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate();
  return (
    <>
      <PageHeading title={messages.dashboard.myOrder} />
      <div className="mt-8">
        <MyOrders
          {...loaderData}
          onRefused={() => {
            void leave('ended');
            void navigate('/home');
          }}
        />
      </div>
    </>
  );
}
