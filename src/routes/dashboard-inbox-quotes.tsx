import { enquiryCopy } from '#src/features/enquiries/copy.ts';
import { QuoteList } from '#src/features/enquiries/ui/enquiry-list.tsx';
import { fetchQuotes } from '#src/features/enquiries/ui/fetch-enquiries.ts';
import { resultOrSignIn } from '#src/features/identity/ui/require-result.ts';
import { requireAdmin } from '#src/features/identity/ui/session.ts';
import { SectionError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-inbox-quotes';

export const meta = () => pageMeta({ title: enquiryCopy.inbox.quotes });

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request);
  const result = await fetchQuotes(new URL(request.url).searchParams);
  return { result: resultOrSignIn(result, request) };
}

export const ErrorBoundary = SectionError;

export default function DashboardInboxQuotes({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <h2 className="sr-only">{enquiryCopy.inbox.quotes}</h2>
      <QuoteList {...loaderData} />
    </>
  );
}
