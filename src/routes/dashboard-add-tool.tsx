import { AddToolForm } from '#src/features/catalogue/ui/add-tool-form.tsx';
import { requireAdmin } from '#src/features/identity/ui/session.ts';
import { useImageField } from '#src/features/images/ui/use-image-field.tsx';
import { copy } from '#src/shared/copy.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { PageHeading } from '#src/shared/ui/page.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-add-tool';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: 'Add Product' }, matches);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  return requireAdmin(request);
}

export const ErrorBoundary = PageError;

export default function DashboardAddTool({ loaderData: { user } }: Route.ComponentProps) {
  const image = useImageField({ label: 'Picture', required: true });
  return (
    <>
      <PageHeading
        title={copy.dashboard.addProduct}
        actions={
          <ButtonLink to="/dashboard/products" variant="secondary">
            All products
          </ButtonLink>
        }
      />
      <div className="mt-8">
        <AddToolForm email={user.email} image={image} />
      </div>
    </>
  );
}
