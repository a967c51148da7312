import { formatCount } from '#src/shared/numbers.ts';
import { ButtonLink } from '#src/shared/ui/button.tsx';
import { Icon } from '#src/shared/ui/icon.tsx';
import { Section } from '#src/shared/ui/page.tsx';
import { joinUnits } from '#src/shared/units.ts';
import type { Review } from '../contract.ts';
import { joinPosition, Rating } from './review-card.tsx';
import { STARS, Star } from './stars.tsx';

const copy = {
  title: 'Reviews',
  write: 'Review it',
  average: (average: number) => `${average} out of 5`,
  count: (text: string, count: number) => `${text} ${count === 1 ? 'review' : 'reviews'}, all by buyers`,
  newest: (count: number) => `These are the newest ${count}.`,
  none: 'No reviews yet. Customers who received this tool can write the first one.',
  verified: 'Verified buyer',
} as const;

/** The number of reviews on the page of a tool: the newest ones. */
export const SHOWN_REVIEWS = 5;

type ToolReview = Pick<Review, '_id' | 'displayName' | 'company' | 'designation' | 'title' | 'rating' | 'about'>;

/**
 * What buyers say about a tool: its rating and the newest reviews. `toolId` is for the link with which a buyer writes
 * one.
 */
export function ToolReviews({
  toolId,
  rating,
  reviews,
  canWrite = true,
}: {
  toolId: string;
  rating: { average: number; count: number } | null;
  reviews: readonly ToolReview[];
  /** False for admins. */
  canWrite?: boolean;
}) {
  return (
    <Section
      id="reviews"
      title={copy.title}
      actions={
        canWrite && (
          <ButtonLink to={`/dashboard/myreview?tool=${toolId}`} variant="secondary" className="not-for-staff -mb-1">
            {copy.write}
          </ButtonLink>
        )
      }
    >
      {rating ? (
        <>
          <p className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
            <span aria-hidden="true" className="flex gap-0.5">
              {STARS.map((star) => (
                <Star key={star} filled={star <= Math.round(rating.average)} className="size-6" />
              ))}
            </span>
            <span className="font-semibold text-lead">{copy.average(rating.average)}</span>
            <span className="text-muted">{copy.count(formatCount(rating.count), rating.count)}</span>
          </p>
          <ul className="mt-6 grid gap-x-12 lg:grid-cols-2">
            {reviews.map((review) => (
              <li key={review._id} className="border-line border-t py-6">
                <ToolReviewEntry review={review} />
              </li>
            ))}
          </ul>
          {rating.count > reviews.length && <p className="text-fine text-muted">{copy.newest(reviews.length)}</p>}
        </>
      ) : (
        <p className="mt-5 max-w-prose text-muted">{copy.none}</p>
      )}
    </Section>
  );
}

function ToolReviewEntry({ review }: { review: ToolReview }) {
  return (
    <figure className="grid gap-2 wrap-anywhere">
      <Rating rating={review.rating} />
      <h3 className="font-bold text-lead leading-snug tracking-tight">{joinUnits(review.title)}</h3>
      <blockquote className="max-w-prose whitespace-pre-line">{joinUnits(review.about)}</blockquote>
      <figcaption className="text-fine text-muted">
        <span className="font-semibold text-ink">
          {[review.displayName, joinPosition(review)].filter(Boolean).join(', ')}
        </span>
        <span className="mt-1 flex items-center gap-1.5">
          <Icon name="circle-check" className="size-4 text-good" />
          {copy.verified}
        </span>
      </figcaption>
    </figure>
  );
}
