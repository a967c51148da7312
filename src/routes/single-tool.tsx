import { useRevalidator } from 'react-router';
import type { Tool } from '#src/features/catalogue/contract.ts';
import { ToolDetail } from '#src/features/catalogue/ui/tool-detail.tsx';
import { QuoteOffer } from '#src/features/enquiries/ui/quote-offer.tsx';
import { Guarded } from '#src/features/identity/ui/guarded.tsx';
import { requireAnswer } from '#src/features/identity/ui/guarded-read.ts';
import { requireSignedIn } from '#src/features/identity/ui/session.ts';
import { OrderForm } from '#src/features/orders/ui/order-form.tsx';
import { callApi } from '#src/shared/api-client.ts';
import { Loading } from '#src/shared/ui/loading.tsx';
import { PageFault } from '#src/shared/ui/page-fault.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/single-tool';

export const meta = ({ loaderData }: Route.MetaArgs) => pageMeta({ title: loaderData?.tool.itemName ?? 'Tool' });

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const signedIn = await requireSignedIn(request);
  const answer = await callApi<Tool>(`/tools/${encodeURIComponent(params.id)}`, { token: null });
  return { ...signedIn, tool: requireAnswer(answer, request) };
}

export const HydrateFallback = Loading;

export function ErrorBoundary() {
  return (
    <div className="frame py-10">
      <PageFault />
    </div>
  );
}

export default function SingleTool({ loaderData: { user, admin, tool } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  return (
    <Guarded>
      <ToolDetail tool={tool}>
        {admin ? (
          <p className="border border-line border-dashed px-4 py-6">
            You are signed in as an admin. Only customers can order.
          </p>
        ) : (
          <OrderForm key={tool._id} tool={tool} user={user} refresh={revalidate} />
        )}
        <QuoteOffer toolId={tool._id} />
      </ToolDetail>
    </Guarded>
  );
}
