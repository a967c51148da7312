import type { ApiResult } from '#src/shared/api-client.ts';
import type { ListPage } from '#src/shared/pagination.ts';
import { Badge } from '#src/shared/ui/badge.tsx';
import { Button } from '#src/shared/ui/button.tsx';
import { EmailText } from '#src/shared/ui/email-text.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { ListView } from '#src/shared/ui/list/list-view.tsx';
import { useList } from '#src/shared/ui/list/use-list.ts';
import { EmptyState } from '#src/shared/ui/page.tsx';
import type { ManagedReview } from '../contract.ts';
import { reviewCopy } from '../copy.ts';
import { getHeadingId, ReviewEntry } from './review-entry.tsx';
import { managedReviewsConfig } from './review-list.ts';
import { isWaiting, useModeration } from './use-moderation.ts';

const { managed: copy } = reviewCopy;

/** Everyone's reviews, newest first by default. Each can be taken down and restored. */
export function ManagedReviews({ result }: { result: ApiResult<ListPage<ManagedReview>> }) {
  const list = useList<ManagedReview>(managedReviewsConfig, result);
  const { pending, error, done, takeDown, restore, approve, undo } = useModeration(list);
  return (
    <div className="grid gap-4">
      <div className={`flex flex-wrap items-center gap-x-4 gap-y-2 ${done ? 'border border-line px-4 py-2' : ''}`}>
        <p role="status" className="min-w-0 wrap-anywhere">
          {done?.sentence}
        </p>
        {done?.taken && (
          <Button variant="quiet" className="-mx-5" onClick={() => void undo()}>
            {copy.undo}
          </Button>
        )}
      </div>
      <FormError>{error}</FormError>
      <ListView list={list} empty={<EmptyState {...copy.none} />}>
        <div className="border-ink border-t">
          {list.rows.map((review) => (
            <ReviewEntry
              key={review._id}
              review={review}
              heading="h2"
              badge={
                review.unread && (
                  <Badge icon="circle-dot" color="text-ink">
                    {reviewCopy.states.new}
                  </Badge>
                )
              }
              author={<Author review={review} />}
              note={review.takenDown && review.unread && copy.changedSince}
              actions={
                <>
                  {(isWaiting(review) || review.unread) && (
                    <Button
                      variant={isWaiting(review) ? 'primary' : 'secondary'}
                      pending={pending === review._id}
                      aria-describedby={getHeadingId(review)}
                      onClick={() => void approve(review)}
                    >
                      {isWaiting(review) ? copy.publish : copy.markRead}
                    </Button>
                  )}
                  {/* One element for both actions, so that it keeps the focus. */}
                  <Button
                    variant="secondary"
                    pending={pending === review._id}
                    aria-describedby={getHeadingId(review)}
                    onClick={() => void (review.takenDown ? restore(review) : takeDown(review))}
                  >
                    {review.takenDown ? copy.restore : copy.takeDown}
                  </Button>
                </>
              }
            />
          ))}
        </div>
      </ListView>
    </div>
  );
}

function Author({ review: { displayName, writer } }: { review: ManagedReview }) {
  return (
    <>
      <span className="font-semibold text-ink">{displayName}</span> · <EmailText address={writer.email} />
      {writer.disabled && <span className="text-bad">, {copy.removedUser}</span>} ·{' '}
    </>
  );
}
