import { useRef, useState } from 'react';
import { type ApiResult, callApi } from '#src/shared/api-client.ts';
import type { ListPage } from '#src/shared/pagination.ts';
import { Button, ButtonLink } from '#src/shared/ui/button.tsx';
import { useDialog } from '#src/shared/ui/dialog.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { ListView } from '#src/shared/ui/list/list-view.tsx';
import { useList } from '#src/shared/ui/list/use-list.ts';
import { EmptyState } from '#src/shared/ui/page.tsx';
import type { OwnReview } from '../contract.ts';
import { reviewCopy } from '../copy.ts';
import { getHeadingId, ReviewEntry } from './review-entry.tsx';
import { ownReviewsConfig } from './review-list.ts';

const { own: copy } = reviewCopy;

/** A user's own reviews, newest first. Each can be changed and removed. */
export function OwnReviews({ result }: { result: ApiResult<ListPage<OwnReview>> }) {
  const list = useList<OwnReview>(ownReviewsConfig, result);
  const dialog = useDialog();
  const [removing, setRemoving] = useState<string | null>(null);
  const [removed, setRemoved] = useState('');
  const [error, setError] = useState<string | null>(null);
  const status = useRef<HTMLParagraphElement>(null);

  const remove = async (review: OwnReview) => {
    if (removing || !(await dialog.confirm(copy.askRemove(review)))) return;
    setError(null);
    setRemoved('');
    setRemoving(review._id);
    const response = await callApi(`/review/${review._id}`, { method: 'DELETE' });
    setRemoving(null);
    // A review that is gone already is what was asked for.
    if (response.ok || response.problem.status === 404) {
      setRemoved(copy.removed(review));
      // The pressed button is gone. The focus moves to a place one step before the next one.
      status.current?.focus({ preventScroll: true });
    } else setError(response.problem.detail);
    await list.refetch();
  };

  return (
    <div className="grid gap-2 pt-4">
      <p ref={status} tabIndex={-1} role="status" className="outline-none wrap-anywhere">
        {removed}
      </p>
      <FormError>{error}</FormError>
      <ListView list={list} empty={<EmptyState {...copy.none} />}>
        <div className="border-line border-t">
          {list.rows.map((review) => (
            <ReviewEntry
              key={review._id}
              review={review}
              heading="h3"
              note={review.takenDown ? copy.takenDown : review.waiting && copy.waiting}
              actions={
                <>
                  <ButtonLink
                    to={`/dashboard/myreview/${review._id}`}
                    variant="secondary"
                    aria-describedby={getHeadingId(review)}
                  >
                    {copy.change}
                  </ButtonLink>
                  <Button
                    variant="danger"
                    pending={removing === review._id}
                    aria-describedby={getHeadingId(review)}
                    onClick={() => void remove(review)}
                  >
                    {copy.remove}
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
