import { enquiryTexts } from '#src/features/enquiries/messages.ts';
import { answerOrSignIn } from '#src/features/identity/ui/guarded-read.ts';
import { requireAdmin } from '#src/features/identity/ui/session.ts';
import { fetchSubscribers, SubscriberList } from '#src/features/newsletter/ui/subscriber-list.tsx';
import { PartFault } from '#src/shared/ui/page-fault.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-inbox-newsletter';

export const meta = () => pageMeta({ title: enquiryTexts.inbox.newsletter });

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request);
  const answer = await fetchSubscribers(new URL(request.url).searchParams);
  return { answer: answerOrSignIn(answer, request) };
}

export const ErrorBoundary = PartFault;

export default function DashboardInboxNewsletter({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <h2 className="sr-only">{enquiryTexts.inbox.newsletter}</h2>
      <SubscriberList {...loaderData} />
    </>
  );
}
