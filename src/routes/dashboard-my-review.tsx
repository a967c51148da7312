import { requireResult } from '#src/features/identity/ui/require-result.ts';
import { requireCustomer } from '#src/features/identity/ui/session.ts';
import { useImageField } from '#src/features/images/ui/use-image-field.tsx';
import type { Profile } from '#src/features/profiles/contract.ts';
import { ReviewForm } from '#src/features/reviews/ui/review-form.tsx';
import { callApi } from '#src/shared/api-client.ts';
import { copy } from '#src/shared/copy.ts';
import { SuccessNote } from '#src/shared/ui/dialog.tsx';
import { PageHeading } from '#src/shared/ui/page.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-my-review';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: 'My Review' }, matches);

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { user } = await requireCustomer(request);
  const result = await callApi<Profile | null>(`/profile/${encodeURIComponent(user.email)}`);
  return { user, stored: requireResult(result, request)?.image ?? '' };
}

export const ErrorBoundary = PageError;

export default function DashboardMyReview({ loaderData: { user, stored } }: Route.ComponentProps) {
  const image = useImageField({
    label: 'Picture',
    stored,
    required: true,
    ...(stored ? { hint: 'Your profile’s picture is used unless you choose another one.' } : {}),
  });
  return (
    <>
      <PageHeading title={copy.dashboard.myReview} text="Tell other buyers how your tools work out." />
      <div className="mt-8">
        <SuccessNote note={() => 'Your review is stored. It stands on the home page now.'}>
          <ReviewForm user={user} image={image} />
        </SuccessNote>
      </div>
    </>
  );
}
