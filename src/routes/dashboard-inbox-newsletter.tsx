import { enquiryCopy } from '#src/features/enquiries/copy.ts';
import { loadStaffList } from '#src/features/identity/ui/load-staff-list.ts';
import { fetchSubscribers, SubscriberList } from '#src/features/newsletter/ui/subscriber-list.tsx';
import { SectionError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-inbox-newsletter';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: enquiryCopy.inbox.newsletter }, matches);

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadStaffList(request, 'subscribers.read', fetchSubscribers);
}

export const ErrorBoundary = SectionError;

export default function DashboardInboxNewsletter({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <h2 className="sr-only">{enquiryCopy.inbox.newsletter}</h2>
      <SubscriberList {...loaderData} />
    </>
  );
}
