import { useRef } from 'react';
import { useRevalidator } from 'react-router';
import type { Tool } from '#src/features/catalogue/tool/contract.ts';
import { requirePermission } from '#src/features/identity/ui/require-permission.ts';
import { requireResult, resultOrSignIn } from '#src/features/identity/ui/require-result.ts';
import { useImageField } from '#src/features/images/ui/use-image-field.tsx';
import type { Profile } from '#src/features/profiles/contract.ts';
import type { ReviewPermission } from '#src/features/reviews/contract.ts';
import { reviewCopy } from '#src/features/reviews/copy.ts';
import { ownToolReviewCopy } from '#src/features/reviews/own-tool-review-copy.ts';
import { OwnReviews } from '#src/features/reviews/ui/own-reviews.tsx';
import { ReviewForm } from '#src/features/reviews/ui/review-form.tsx';
import { fetchOwnReviews } from '#src/features/reviews/ui/review-list.ts';
import { callApi } from '#src/shared/api-client.ts';
import { copy } from '#src/shared/copy.ts';
import { ButtonLink, buttonClasses } from '#src/shared/ui/button.tsx';
import { SuccessNote } from '#src/shared/ui/dialog.tsx';
import { EmptyState, PageHeading, Section } from '#src/shared/ui/page.tsx';
import { PageError } from '#src/shared/ui/page-error.tsx';
import { pageMeta } from '#src/shared/ui/page-meta.ts';
import { ToolLink } from '#src/shared/ui/tool-link.tsx';
import { joinUnits } from '#src/shared/units.ts';
import type { Route } from './+types/dashboard-my-review';

export const meta: Route.MetaFunction = ({ matches }) => pageMeta({ title: 'My Review' }, matches);

const LIST_ID = 'your-reviews';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { user } = await requirePermission(request, 'reviews.write');
  const { searchParams } = new URL(request.url);
  const toolId = searchParams.get('tool');
  const [profile, own, tool, permission] = await Promise.all([
    callApi<Profile | null>(`/profile/${encodeURIComponent(user.email)}`),
    fetchOwnReviews(searchParams),
    toolId ? callApi<Pick<Tool, '_id' | 'itemName'>>(`/tools/${encodeURIComponent(toolId)}`, { token: null }) : null,
    toolId ? callApi<ReviewPermission>(`/tools/${encodeURIComponent(toolId)}/myreview`) : null,
  ]);
  return {
    user,
    stored: requireResult(profile, request)?.image ?? '',
    own: resultOrSignIn(own, request),
    tool: tool?.ok ? tool.value : null,
    permission: permission?.ok ? permission.value : null,
    /** Somebody came to review a tool, but the tool or the permission could not be read. */
    isUnreadable: toolId !== null && !(tool?.ok && permission?.ok),
  };
}

export const ErrorBoundary = PageError;

export default function DashboardMyReview({
  loaderData: { user, stored, own, tool, permission, isUnreadable },
}: Route.ComponentProps) {
  const { revalidate } = useRevalidator();
  const waits = useRef(false);
  const canReview = permission?.shipped === true && permission.reviewId === null;
  const image = useImageField({
    label: 'Picture',
    stored,
    required: !(tool && canReview),
    ...(stored ? { hint: 'Your profile picture is used unless you choose another one.' } : {}),
  });
  const count = own.ok ? own.value.total : 0;
  const refusal = isUnreadable ? ownToolReviewCopy.unreadable : tool && !canReview ? toRefusal(tool, permission) : null;
  return (
    <>
      <PageHeading
        title={copy.dashboard.myReview}
        text={
          tool && canReview ? (
            <>
              {ownToolReviewCopy.text[0]}
              <ToolLink toolId={tool._id} className="text-ink underline">
                {joinUnits(tool.itemName)}
              </ToolLink>
              {ownToolReviewCopy.text[1]}
            </>
          ) : (
            'Tell other buyers how your tools perform.'
          )
        }
        actions={
          count > 0 && (
            <a href={`#${LIST_ID}`} className={buttonClasses('secondary')}>
              {reviewCopy.own.link(count)}
            </a>
          )
        }
      />
      <div className="mt-8">
        {refusal ? (
          <EmptyState
            title={refusal}
            action={
              <div className="flex flex-wrap gap-3">
                {permission?.reviewId && (
                  <ButtonLink to={`/dashboard/myreview/${permission.reviewId}`}>{ownToolReviewCopy.change}</ButtonLink>
                )}
                <ButtonLink to="/dashboard/myreview" variant="secondary">
                  {ownToolReviewCopy.ofShop}
                </ButtonLink>
              </div>
            }
          />
        ) : (
          <SuccessNote
            note={() => {
              if (waits.current) return ownToolReviewCopy.storedWaiting;
              return tool ? ownToolReviewCopy.stored(tool.itemName) : ownToolReviewCopy.storedOfShop;
            }}
          >
            <ReviewForm
              key={tool?._id ?? ''}
              user={user}
              image={image}
              toolId={tool?._id ?? null}
              onSent={({ waiting }) => {
                waits.current = waiting;
                void revalidate();
              }}
            />
          </SuccessNote>
        )}
      </div>
      <Section id={LIST_ID} title={reviewCopy.own.title} className="mt-16 scroll-mt-4">
        <OwnReviews result={own} />
      </Section>
    </>
  );
}

/** Why somebody cannot review a tool. */
function toRefusal({ itemName }: Pick<Tool, 'itemName'>, permission: ReviewPermission | null): string {
  return permission?.reviewId ? ownToolReviewCopy.already(itemName) : ownToolReviewCopy.notShipped(itemName);
}
