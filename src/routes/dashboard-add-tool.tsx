import type { InventoryToolDetail } from '#src/features/catalogue/keeping/contract.ts';
import { AddToolForm } from '#src/features/catalogue/keeping/ui/add-tool-form.tsx';
import { requirePermission } from '#src/features/identity/ui/require-permission.ts';
import { useImageField } from '#src/features/images/ui/use-image-field.tsx';
import { callApi } from '#src/shared/api-client.ts';
import { copy } from '#src/shared/copy.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { DashboardPage } from '#src/shared/ui/page.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-add-tool';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: 'Add Product' }, matches);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { user } = await requirePermission(request, 'range.keep');
  const from = new URL(request.url).searchParams.get('from');
  // Without its template the form is empty, but can still be filled in.
  const template = from ? await callApi<InventoryToolDetail>(`/inventory/${encodeURIComponent(from)}`) : null;
  return { user, template: template?.ok ? template.value : null };
}

export const ErrorBoundary = PageError;

export default function DashboardAddTool({ loaderData: { user, template } }: Route.ComponentProps) {
  const image = useImageField({ label: 'Picture', stored: template?.picture ?? '', required: true });
  return (
    <DashboardPage
      title={copy.dashboard.addProduct}
      actions={
        <ButtonLink to="/dashboard/products" variant="secondary">
          All products
        </ButtonLink>
      }
    >
      <AddToolForm key={template?._id ?? ''} email={user.email} image={image} template={template} />
    </DashboardPage>
  );
}
