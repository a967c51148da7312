import type { ReactNode } from 'react';
import { getShownWidth } from '#src/shared/image-url.ts';
import { Badge } from '#src/shared/ui/badge.tsx';
import { DateTime } from '#src/shared/ui/date-time.tsx';
import { CollapsibleText } from '#src/shared/ui/inbox-item.tsx';
import { ResponsiveImage } from '#src/shared/ui/responsive-image.tsx';
import type { OwnReview } from '../contract.ts';
import { reviewCopy as copy } from '../copy.ts';
import { getMonogramUrl, Rating } from './review-card.tsx';

/** A review in a list of its writer or of an admin: all of it, its state, and what can be done with it. */
export function ReviewEntry({
  review,
  heading: Heading,
  writer,
  note,
  actions,
}: {
  review: OwnReview;
  heading: 'h2' | 'h3';
  /** Stands before where the writer works. */
  writer?: ReactNode;
  /** Stands below the reason of a review that was taken down. */
  note?: ReactNode;
  actions: ReactNode;
}) {
  const { takenDown } = review;
  const image = review.image || getMonogramUrl(review);
  return (
    <article
      aria-labelledby={getHeadingId(review)}
      className="grid grid-cols-[3.5rem_minmax(0,1fr)] items-start gap-x-4 border-line border-b py-5 sm:gap-x-6"
    >
      <ResponsiveImage
        src={image}
        instead={getMonogramUrl(review)}
        alt=""
        sizes={`${3.5 * getShownWidth(image, 1, 'cover')}rem`}
        className="aspect-square w-14 object-cover"
      />
      <div className="grid min-w-0 gap-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
          <Heading
            id={getHeadingId(review)}
            className="min-w-0 font-bold text-lead leading-snug tracking-tight wrap-anywhere"
          >
            {review.title}
          </Heading>
          <Badge icon={takenDown ? 'circle-alert' : 'circle-check'} color={takenDown ? 'text-bad' : 'text-good'}>
            {takenDown ? copy.states.taken_down : copy.states.published}
          </Badge>
        </div>
        <Rating rating={review.rating} />
        <p className="text-fine text-muted wrap-anywhere">
          {writer}
          {review.designation}, {review.company} · <DateTime at={review.createdAt} />
          {review.changedAt && (
            <>
              , {copy.changed} <DateTime at={review.changedAt} />
            </>
          )}
        </p>
        {takenDown && (
          <div className="grid gap-1 border border-line bg-sheet px-4 py-3">
            <p className="whitespace-pre-line wrap-anywhere">
              <span className="font-semibold">
                {copy.takenDownOn} <DateTime at={takenDown.at} />:
              </span>{' '}
              {takenDown.reason}
            </p>
            {note && <p className="text-fine text-muted">{note}</p>}
          </div>
        )}
        <CollapsibleText text={review.about} />
        <div className="flex flex-wrap items-center gap-3">{actions}</div>
      </div>
    </article>
  );
}

/** The DOM id of the title of a review in a list, which describes its buttons. */
export function getHeadingId({ _id }: Pick<OwnReview, '_id'>): string {
  return `review-${_id}`;
}
