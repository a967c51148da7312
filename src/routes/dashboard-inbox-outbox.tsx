import { enquiryTexts } from '#src/features/enquiries/messages.ts';
import { answerOrSignIn } from '#src/features/identity/ui/guarded-read.ts';
import { requireAdmin } from '#src/features/identity/ui/session.ts';
import { fetchMails, OutboxList } from '#src/features/mail/ui/outbox-list.tsx';
import { PartFault } from '#src/shared/ui/page-fault.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-inbox-outbox';

export const meta = () => pageMeta({ title: enquiryTexts.inbox.outbox });

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin(request);
  const answer = await fetchMails(new URL(request.url).searchParams);
  return { answer: answerOrSignIn(answer, request) };
}

export const ErrorBoundary = PartFault;

export default function DashboardInboxOutbox({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <h2 className="sr-only">{enquiryTexts.inbox.outbox}</h2>
      <OutboxList {...loaderData} />
    </>
  );
}
