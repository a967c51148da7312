import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { requirePermission } from '#src/features/identity/ui/require-permission.ts';
import { requireResult } from '#src/features/identity/ui/require-result.ts';
import { useImageField } from '#src/features/images/ui/use-image-field.tsx';
import type { OwnReview } from '#src/features/reviews/contract.ts';
import { reviewCopy } from '#src/features/reviews/copy.ts';
import { ChangeReviewForm } from '#src/features/reviews/ui/change-review-form.tsx';
import { callApi } from '#src/shared/api-client.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { SuccessNote } from '#src/shared/ui/dialog.tsx';
import { DashboardPage } from '#src/shared/ui/page.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import type { Route } from './+types/dashboard-change-review';

const { changePage: copy } = reviewCopy.own;
const LIST = '/dashboard/myreview';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: copy.title }, matches);

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const { user } = await requirePermission(request, 'reviews.write');
  const result = await callApi<OwnReview>(`/myreview/${encodeURIComponent(params.id)}`);
  return { email: user.email, review: requireResult(result, request) };
}

export const ErrorBoundary = PageError;

export default function DashboardChangeReview({ loaderData: { email, review } }: Route.ComponentProps) {
  const navigate = useNavigate();
  const waits = useRef(false);
  const image = useImageField({ label: 'Picture', stored: review.image, hint: copy.image });
  return (
    <DashboardPage
      title={copy.title}
      text={review.takenDown ? copy.takenDown : review.waiting ? copy.waiting : copy.text}
      actions={
        <ButtonLink to={LIST} variant="secondary">
          {copy.back}
        </ButtonLink>
      }
    >
      <SuccessNote
        note={() => (review.takenDown ? copy.storedTakenDown : waits.current ? copy.storedWaiting : copy.stored)}
      >
        <ChangeReviewForm
          key={review._id}
          review={review}
          email={email}
          image={image}
          onSent={({ waiting }) => {
            waits.current = waiting;
          }}
          onStored={() => void navigate(LIST)}
        />
      </SuccessNote>
    </DashboardPage>
  );
}
