import * as z from 'zod';
import { imageUrlSchema, multiLineText, singleLineText } from '#src/shared/field-schemas.ts';

export const reviewSchema = z
  .object({
    _id: z.string(),
    displayName: z.string(),
    image: z.string(),
    company: z.string(),
    designation: z.string(),
    title: z.string(),
    rating: z.number().int().min(1).max(5),
    about: z.string(),
    createdAt: z.string(),
  })
  .meta({ id: 'Review' });

export type Review = z.infer<typeof reviewSchema>;

const RATING_MESSAGE = 'Please enter a whole number from 1 to 5.';

/** What a customer sends. `displayName` must be the caller's own; an empty `image` means none. */
export const newReviewSchema = z
  .strictObject({
    displayName: singleLineText(100),
    image: z.union([z.literal(''), imageUrlSchema]).default(''),
    company: singleLineText(100),
    designation: singleLineText(100),
    title: singleLineText(120),
    rating: z
      .union([z.number(), z.string().regex(/^[1-5]$/, RATING_MESSAGE)], { error: RATING_MESSAGE })
      .transform(Number)
      .pipe(z.number().int(RATING_MESSAGE).min(1, RATING_MESSAGE).max(5, RATING_MESSAGE)),
    about: multiLineText(2_000),
  })
  .meta({ id: 'NewReview' });

export type NewReview = z.output<typeof newReviewSchema>;

/** The fields of the form. Name and image do not come from it. */
export const reviewFormSchema = newReviewSchema.omit({ image: true, displayName: true });
