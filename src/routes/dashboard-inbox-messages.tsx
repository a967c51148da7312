import { enquiryCopy } from '#src/features/enquiries/copy.ts';
import { MessageList } from '#src/features/enquiries/ui/enquiry-list.tsx';
import { fetchMessages } from '#src/features/enquiries/ui/fetch-enquiries.ts';
import { resultOrSignIn } from '#src/features/identity/ui/require-result.ts';
import { requireAdmin } from '#src/features/identity/ui/session.ts';
import { SectionError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-inbox-messages';

export const meta = () => pageMeta({ title: enquiryCopy.inbox.messages });

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request);
  const result = await fetchMessages(new URL(request.url).searchParams);
  return { result: resultOrSignIn(result, request) };
}

export const ErrorBoundary = SectionError;

export default function DashboardInboxMessages({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <h2 className="sr-only">{enquiryCopy.inbox.messages}</h2>
      <MessageList {...loaderData} />
    </>
  );
}
