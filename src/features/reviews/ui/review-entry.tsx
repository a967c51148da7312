import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { Badge } from '#src/shared/ui/badge.tsx';
import { DateTime } from '#src/shared/ui/date-time.tsx';
import { CollapsibleText, DENSE_ENTRY } from '#src/shared/ui/inbox-item.tsx';
import type { OwnReview } from '../contract.ts';
import { reviewCopy as copy } from '../copy.ts';
import { ownToolReviewCopy } from '../own-tool-review-copy.ts';
import { getReviewState, type REVIEW_STATES } from '../rules.ts';
import { joinPosition, Rating, ReviewImage } from './review-card.tsx';

const BADGES = {
  published: { icon: 'circle-check', color: 'text-good' },
  waiting: { icon: 'clock', color: 'text-ink' },
  taken_down: { icon: 'circle-alert', color: 'text-bad' },
} as const satisfies Record<(typeof REVIEW_STATES)[number], Pick<ComponentProps<typeof Badge>, 'icon' | 'color'>>;

/** A review in the list of its author or of an admin: its text, its state and the available actions. */
export function ReviewEntry({
  review,
  heading: Heading,
  badge,
  author,
  note,
  actions,
}: {
  review: OwnReview;
  heading: 'h2' | 'h3';
  /** Shown before the state. */
  badge?: ReactNode;
  /** Shown before the author's position. */
  author?: ReactNode;
  /** Shown below the reason of a review that was taken down, or above the text of one that waits. */
  note?: ReactNode;
  actions: ReactNode;
}) {
  const { takenDown } = review;
  const position = joinPosition(review);
  const state = getReviewState(review);
  return (
    <article
      aria-labelledby={getHeadingId(review)}
      className="grid grid-cols-[3.5rem_minmax(0,1fr)] items-start gap-x-4 border-line border-b py-5 sm:gap-x-6 compact:grid-cols-1 compact:py-2 compact:*:first:hidden dense:grid-cols-[2rem_minmax(0,1fr)] dense:gap-x-4 dense:py-1.5"
    >
      <ReviewImage review={review} />
      <div className={`grid min-w-0 gap-3 compact:gap-1 ${DENSE_ENTRY}`}>
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 dense:grow dense:basis-2/3">
          <Heading
            id={getHeadingId(review)}
            className="min-w-0 font-bold text-lead leading-snug tracking-tight wrap-anywhere dense:text-fine"
          >
            {review.title}
          </Heading>
          <span className="flex flex-wrap gap-x-4">
            {badge}
            <Badge {...BADGES[state]}>{copy.states[state]}</Badge>
          </span>
        </div>
        <div className="dense:-order-1">
          <Rating rating={review.rating} />
        </div>
        <p className="text-fine text-muted wrap-anywhere dense:min-w-0 dense:grow dense:basis-3/5">
          {author}
          {position && `${position} · `}
          <DateTime at={review.createdAt} />
          {review.changedAt && (
            <>
              , {copy.changed} <DateTime at={review.changedAt} />
            </>
          )}
        </p>
        {takenDown && (
          <div className="grid gap-1 border border-line bg-sheet px-4 py-3 dense:order-1 dense:w-full dense:px-2 dense:py-0.5 dense:text-fine">
            <p className="whitespace-pre-line wrap-anywhere">
              <span className="font-semibold">
                {copy.takenDownOn} <DateTime at={takenDown.at} />:
              </span>{' '}
              {takenDown.reason}
            </p>
            {note && <p className="text-fine text-muted">{note}</p>}
          </div>
        )}
        {!takenDown && note && (
          <p className="border border-line bg-sheet px-4 py-3 text-fine dense:order-1 dense:w-full dense:px-2 dense:py-0.5">
            {note}
          </p>
        )}
        {review.toolId && (
          <p className="text-fine">
            <Link to={`/tools/${review.toolId}`}>{ownToolReviewCopy.show}</Link>
          </p>
        )}
        <CollapsibleText text={review.about} />
        <div className="flex flex-wrap items-center gap-3 dense:ml-auto">{actions}</div>
      </div>
    </article>
  );
}

/** The DOM id of the title of a review in a list, which describes its buttons. */
export function getHeadingId({ _id }: Pick<OwnReview, '_id'>): string {
  return `review-${_id}`;
}
