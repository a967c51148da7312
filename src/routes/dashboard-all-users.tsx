import { AllUsers, fetchUsers } from '#src/features/identity/ui/all-users.tsx';
import { loadStaffList } from '#src/features/identity/ui/load-staff-list.ts';
import { copy } from '#src/shared/copy.ts';
import { DashboardPage } from '#src/shared/ui/page.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-all-users';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: 'All Users' }, matches);

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadStaffList(request, 'users.read', fetchUsers);
}

export const ErrorBoundary = PageError;

export default function DashboardAllUsers({ loaderData }: Route.ComponentProps) {
  return (
    <DashboardPage title={copy.dashboard.allUsers}>
      <AllUsers {...loaderData} />
    </DashboardPage>
  );
}
