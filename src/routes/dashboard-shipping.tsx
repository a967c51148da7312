import { lazy, Suspense } from 'react';
import { requirePermission } from '#src/features/identity/ui/require-permission.ts';
import { requireResult } from '#src/features/identity/ui/require-result.ts';
import type { WireMethod, WireZone } from '#src/features/shipping/contract.ts';
import { callApi } from '#src/shared/api-client.ts';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-shipping';

interface UnweighedTool {
  _id: string;
  sku: string;
  itemName: string;
}

/** Every file that a route imports is named in a list that all pages load, so this one imports few. */
const importView = () => import('#src/features/shipping/ui/shipping-view.tsx');

const ShippingView = lazy(importView);

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: 'Shipping' }, matches);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requirePermission(request, 'settings.change');
  const [zones, methods, unweighed] = await Promise.all([
    callApi<WireZone[]>('/shipping-zones'),
    callApi<WireMethod[]>('/shipping-methods'),
    callApi<UnweighedTool[]>('/inventory?state=unweighed&limit=10'),
    importView(),
  ]);
  const tools = requireResult(unweighed, request);
  return {
    zones: requireResult(zones, request),
    methods: requireResult(methods, request),
    tools,
    toolCount: (unweighed.ok && unweighed.total) || tools.length,
  };
}

export const ErrorBoundary = PageError;

export default function DashboardShipping({ loaderData }: Route.ComponentProps) {
  return (
    <Suspense>
      <ShippingView {...loaderData} />
    </Suspense>
  );
}
