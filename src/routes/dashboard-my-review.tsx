import { requireAnswer } from '#src/features/identity/ui/guarded-read.ts';
import { requireCustomer } from '#src/features/identity/ui/session.ts';
import { usePicture } from '#src/features/images/ui/use-picture.tsx';
import type { Profile } from '#src/features/profiles/contract.ts';
import { ReviewForm } from '#src/features/reviews/ui/review-form.tsx';
import { callApi } from '#src/shared/api-client.ts';
import { messages } from '#src/shared/messages.ts';
import { PageHeading } from '#src/shared/ui/page.tsx';
import { PageFault } from '#src/shared/ui/page-fault.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-my-review';

export const meta = () => pageMeta({ title: 'My Review' });

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { user } = await requireCustomer(request);
  const answer = await callApi<Profile | null>(`/profile/${encodeURIComponent(user.email)}`);
  return { user, stored: requireAnswer(answer, request)?.image ?? '' };
}

export const ErrorBoundary = PageFault;

export default function DashboardMyReview({ loaderData: { user, stored } }: Route.ComponentProps) {
  const picture = usePicture({
    label: 'Picture',
    stored,
    required: true,
    ...(stored ? { hint: 'Your profile’s picture is used unless you choose another one.' } : {}),
  });
  return (
    <>
      <PageHeading title={messages.dashboard.myReview} text="Tell other buyers how your tools work out." />
      <div className="mt-8">
        <ReviewForm user={user} picture={picture} />
      </div>
    </>
  );
}
