import { enquiryCopy } from '#src/features/enquiries/copy.ts';
import { resultOrSignIn } from '#src/features/identity/ui/require-result.ts';
import { requireAdmin } from '#src/features/identity/ui/session.ts';
import { fetchMails, OutboxList } from '#src/features/mail/ui/outbox-list.tsx';
import { SectionError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-inbox-outbox';

export const meta = () => pageMeta({ title: enquiryCopy.inbox.outbox });

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request);
  const result = await fetchMails(new URL(request.url).searchParams);
  return { result: resultOrSignIn(result, request) };
}

export const ErrorBoundary = SectionError;

export default function DashboardInboxOutbox({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <h2 className="sr-only">{enquiryCopy.inbox.outbox}</h2>
      <OutboxList {...loaderData} />
    </>
  );
}
