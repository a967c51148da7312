import { enquiryTexts } from '#src/features/enquiries/messages.ts';
import { MessageList } from '#src/features/enquiries/ui/enquiry-list.tsx';
import { fetchMessages } from '#src/features/enquiries/ui/fetch-enquiries.ts';
import { answerOrSignIn } from '#src/features/identity/ui/guarded-read.ts';
import { requireAdmin } from '#src/features/identity/ui/session.ts';
import { PartFault } from '#src/shared/ui/page-fault.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-inbox-messages';

export const meta = () => pageMeta({ title: enquiryTexts.inbox.messages });

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request);
  const answer = await fetchMessages(new URL(request.url).searchParams);
  return { answer: answerOrSignIn(answer, request) };
}

export const ErrorBoundary = PartFault;

export default function DashboardInboxMessages({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <h2 className="sr-only">{enquiryTexts.inbox.messages}</h2>
      <MessageList {...loaderData} />
    </>
  );
}
