import { enquiryCopy } from '#src/features/enquiries/copy.ts';
import { MessageList } from '#src/features/enquiries/ui/enquiry-list.tsx';
import { fetchMessages } from '#src/features/enquiries/ui/fetch-enquiries.ts';
import { loadStaffList } from '#src/features/identity/ui/load-staff-list.ts';
import { useSession } from '#src/features/identity/ui/session.ts';
import { SectionError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-inbox-messages';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: enquiryCopy.inbox.messages }, matches);

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadStaffList(request, 'inbox.read', fetchMessages);
}

export const ErrorBoundary = SectionError;

export default function DashboardInboxMessages({ loaderData }: Route.ComponentProps) {
  const { can } = useSession();
  return (
    <>
      <h2 className="sr-only">{enquiryCopy.inbox.messages}</h2>
      <MessageList {...loaderData} can={can} />
    </>
  );
}
