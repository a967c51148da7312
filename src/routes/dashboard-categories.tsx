import { useRevalidator } from 'react-router';
import type { ManagedCategory } from '#src/features/categories/contract.ts';
import { categoriesCopy as copy } from '#src/features/categories/copy.ts';
import { CategoryEditor } from '#src/features/categories/ui/category-editor.tsx';
import { requirePermission } from '#src/features/identity/ui/require-permission.ts';
import { requireResult } from '#src/features/identity/ui/require-result.ts';
import { callApi } from '#src/shared/api-client.ts';
import { DashboardPage } from '#src/shared/ui/page.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-categories';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: copy.title }, matches);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requirePermission(request, 'range.keep');
  return { tree: requireResult(await callApi<ManagedCategory[]>('/categories/all'), request) };
}

export const ErrorBoundary = PageError;

export default function DashboardCategories({ loaderData: { tree } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  return (
    <DashboardPage title={copy.title} text={copy.text}>
      <CategoryEditor tree={tree} refresh={revalidate} />
    </DashboardPage>
  );
}
