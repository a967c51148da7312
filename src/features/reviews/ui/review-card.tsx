import { getShownWidth } from '#src/shared/image-url.ts';
import { ResponsiveImage } from '#src/shared/ui/responsive-image.tsx';
import { joinUnits } from '#src/shared/units.ts';
import type { Review } from '../contract.ts';
import { STARS, Star } from './stars.tsx';

type ReviewCardData = Omit<Review, 'createdAt'>;

/** A review as a quotation, with its author. */
export function ReviewCard({ review }: { review: ReviewCardData }) {
  return (
    <figure className="flex h-full min-w-0 flex-col pt-6 pb-2 wrap-anywhere md:pr-4">
      <Rating rating={review.rating} />
      <h3 className="mt-4 font-bold text-lead leading-snug tracking-tight">{joinUnits(review.title)}</h3>
      <blockquote className="mt-2 max-w-prose whitespace-pre-line xl:text-lead">{joinUnits(review.about)}</blockquote>
      <figcaption className="mt-auto flex items-center gap-4 pt-6">
        <ReviewImage review={review} />
        <span className="min-w-0 text-fine text-muted">
          <span className="block font-semibold text-body text-ink">{review.displayName}</span>
          {joinPosition(review)}
        </span>
      </figcaption>
    </figure>
  );
}

/** What a review's author does and where, as far as they said so. */
export function joinPosition({ designation, company }: Pick<Review, 'designation' | 'company'>): string {
  return [designation, company].filter(Boolean).join(', ');
}

/** The rating as stars, and in words for screen readers. */
export function Rating({ rating }: { rating: number }) {
  return (
    <p className="flex items-center gap-2 text-fine text-muted">
      <span aria-hidden="true" className="flex gap-0.5">
        {STARS.map((star) => (
          <Star key={star} filled={star <= rating} className="size-5" />
        ))}
      </span>
      <span className="figures">{rating} of 5</span>
    </p>
  );
}

/** The image of a review's author, or a drawing of their initials. */
export function ReviewImage({ review }: { review: Pick<Review, 'displayName' | 'image'> }) {
  const monogram = getMonogramUrl(review.displayName);
  const image = review.image || monogram;
  return (
    <ResponsiveImage
      src={image}
      instead={monogram}
      alt=""
      sizes={`${3.5 * getShownWidth(image, 1, 'cover')}rem`}
      className="aspect-square w-14 shrink-0 object-cover"
    />
  );
}

function getMonogramUrl(displayName: string): string {
  const initials = displayName
    .normalize('NFD')
    .split(/\s+/)
    .map((name) => /[A-Za-z]/.exec(name)?.[0] ?? '')
    .join('')
    .slice(0, 2);
  return `/images/monograms/${initials || 'X'}.svg`;
}
