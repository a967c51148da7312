import { fetchProducts, Products } from '#src/features/catalogue/ui/products.tsx';
import { answerOrSignIn } from '#src/features/identity/ui/guarded-read.ts';
import { requireAdmin } from '#src/features/identity/ui/session.ts';
import { messages } from '#src/shared/messages.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { PageHeading } from '#src/shared/ui/page.tsx';
import { PageFault } from '#src/shared/ui/page-fault.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-products';

export const meta = () => pageMeta({ title: 'Products' });

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request);
  const answer = await fetchProducts(new URL(request.url).searchParams);
  return { answer: answerOrSignIn(answer, request) };
}

export const ErrorBoundary = PageFault;

export default function DashboardProducts({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading
        title="Products"
        actions={<ButtonLink to="/dashboard/addproduct">{messages.dashboard.addProduct}</ButtonLink>}
      />
      <div className="mt-8">
        <Products {...loaderData} />
      </div>
    </>
  );
}
