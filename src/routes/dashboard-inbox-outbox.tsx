import { enquiryCopy } from '#src/features/enquiries/copy.ts';
import { loadStaffList } from '#src/features/identity/ui/load-staff-list.ts';
import { useSession } from '#src/features/identity/ui/session.ts';
import { fetchMails, OutboxList } from '#src/features/mail/ui/outbox-list.tsx';
import { SectionError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-inbox-outbox';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: enquiryCopy.inbox.outbox }, matches);

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadStaffList(request, 'mails.read', fetchMails);
}

export const ErrorBoundary = SectionError;

export default function DashboardInboxOutbox({ loaderData }: Route.ComponentProps) {
  const { can } = useSession();
  return (
    <>
      <h2 className="sr-only">{enquiryCopy.inbox.outbox}</h2>
      <OutboxList {...loaderData} maySend={can('mails.resend')} />
    </>
  );
}
