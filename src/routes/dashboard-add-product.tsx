import { AddProductForm } from '#src/features/catalogue/ui/add-product-form.tsx';
import { requireAdmin } from '#src/features/identity/ui/session.ts';
import { usePicture } from '#src/features/images/ui/use-picture.tsx';
import { messages } from '#src/shared/messages.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { PageHeading } from '#src/shared/ui/page.tsx';
import { PageFault } from '#src/shared/ui/page-fault.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-add-product';

export const meta = () => pageMeta({ title: 'Add Product' });

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireAdmin(request);
}

export const ErrorBoundary = PageFault;

export default function DashboardAddProduct({ loaderData: { user } }: Route.ComponentProps) {
  const picture = usePicture({ label: 'Picture', required: true });
  return (
    <>
      <PageHeading
        title={messages.dashboard.addProduct}
        actions={
          <ButtonLink to="/dashboard/products" variant="secondary">
            All products
          </ButtonLink>
        }
      />
      <div className="mt-8">
        <AddProductForm email={user.email} picture={picture} />
      </div>
    </>
  );
}
