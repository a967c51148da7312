import { loadStaffList } from '#src/features/identity/ui/load-staff-list.ts';
import { reviewCopy } from '#src/features/reviews/copy.ts';
import { ManagedReviews } from '#src/features/reviews/ui/managed-reviews.tsx';
import { fetchManagedReviews } from '#src/features/reviews/ui/review-list.ts';
import { DashboardPage } from '#src/shared/ui/page.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-reviews';

const { managed: copy } = reviewCopy;

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: copy.title }, matches);

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadStaffList(request, 'reviews.moderate', fetchManagedReviews);
}

export const ErrorBoundary = PageError;

export default function DashboardReviews({ loaderData }: Route.ComponentProps) {
  return (
    <DashboardPage title={copy.title} text={copy.text}>
      <ManagedReviews {...loaderData} />
    </DashboardPage>
  );
}
