import { AllUsers, fetchUsers } from '#src/features/identity/ui/all-users.tsx';
import { answerOrSignIn } from '#src/features/identity/ui/guarded-read.ts';
import { requireAdmin } from '#src/features/identity/ui/session.ts';
import { messages } from '#src/shared/messages.ts';
import { PageHeading } from '#src/shared/ui/page.tsx';
import { PageFault } from '#src/shared/ui/page-fault.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-all-users';

export const meta = () => pageMeta({ title: 'All Users' });

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request);
  return { answer: answerOrSignIn(await fetchUsers(new URL(request.url).searchParams), request) };
}

export const ErrorBoundary = PageFault;

export default function DashboardAllUsers({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHeading title={messages.dashboard.allUsers} />
      <div className="mt-8">
        <AllUsers {...loaderData} />
      </div>
    </>
  );
}
