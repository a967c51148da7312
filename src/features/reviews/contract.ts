import * as z from 'zod';
import { formattedText } from '#src/shared/bounded-schemas.ts';
import {
  echoedText,
  identifierSchema,
  imageUrlSchema,
  multiLineText,
  optionalSingleLineText,
  REQUIRED,
  singleLineText,
} from '#src/shared/field-schemas.ts';
import { listQuerySchema, plainListQuerySchema } from '#src/shared/list-query.ts';
import { acknowledgedSchema, modifiedSchema } from '#src/shared/write-results.ts';
import { MAX_REMOVAL_REASON_LENGTH, REVIEW_STATES } from './rules.ts';

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
    toolId: z.string().nullable().meta({ description: 'The reviewed tool; null for a review of the shop.' }),
    verified: z.boolean().meta({ description: 'The tool was shipped to its author.' }),
    createdAt: z.string(),
  })
  .meta({ id: 'Review' });

export type Review = z.infer<typeof reviewSchema>;

const RATING_MESSAGE = 'Please enter a whole number from 1 to 5.';

const optionalImageSchema = z.union([imageUrlSchema, z.literal('')]);

const fields = {
  company: singleLineText(100),
  designation: singleLineText(100),
  title: singleLineText(120),
  rating: z
    .union([formattedText(1, /^[1-5]$/, RATING_MESSAGE), z.number()], { error: RATING_MESSAGE })
    .transform(Number)
    .pipe(z.number().int(RATING_MESSAGE).min(1, RATING_MESSAGE).max(5, RATING_MESSAGE)),
  about: multiLineText(2_000),
};

/** Buyers of a tool are known by their order, so these may be left blank in a review of one. */
export const EMPLOYER_FIELDS = ['company', 'designation'] as const;

const fieldsOfBuyers = {
  ...fields,
  company: optionalSingleLineText(100),
  designation: optionalSingleLineText(100),
};

/** What a customer sends. `displayName` must be the caller's own; an empty `image` means none. */
export const newReviewSchema = z
  .strictObject({
    displayName: echoedText(100),
    image: optionalImageSchema.default(''),
    toolId: identifierSchema
      .optional()
      .meta({ description: 'A tool that was shipped to you. Each can be reviewed once. Absent for the shop itself.' }),
    ...fieldsOfBuyers,
    company: fieldsOfBuyers.company.default('').meta({ description: 'Required unless `toolId` is given.' }),
    designation: fieldsOfBuyers.designation.default('').meta({ description: 'Required unless `toolId` is given.' }),
  })
  .superRefine((review, context) => {
    for (const name of listBlankFields(review, review.toolId)) {
      context.addIssue({ code: 'custom', path: [name], message: REQUIRED });
    }
  })
  .meta({ id: 'NewReview' });

/** The fields that a review of the shop lacks. A review of a tool lacks none. */
export function listBlankFields(review: { company: string; designation: string }, toolId: string | null | undefined) {
  return toolId ? [] : EMPLOYER_FIELDS.filter((name) => review[name] === '');
}

export type NewReview = z.output<typeof newReviewSchema>;

/** The fields of the form. Name and image do not come from it. */
export const reviewFormSchema = z.strictObject(fields);

/** The same for a review of a tool, whose author has received it. */
export const toolReviewFormSchema = z.strictObject(fieldsOfBuyers);

/** The response to a new review. */
export const addedReviewSchema = acknowledgedSchema
  .extend({ waiting: z.boolean().meta({ description: 'It is not shown until the shop publishes it.' }) })
  .meta({ id: 'ReviewAdded' });

export type AddedReview = z.infer<typeof addedReviewSchema>;

/** Whether a customer may review a tool, and their review of it. */
export const reviewPermissionSchema = z
  .object({
    shipped: z.boolean().meta({ description: 'The tool was shipped to you, so you can review it once.' }),
    reviewId: z.string().nullable().meta({ description: 'Your review of it; null if there is none.' }),
  })
  .meta({ id: 'ReviewPermission' });

export type ReviewPermission = z.infer<typeof reviewPermissionSchema>;

/** The query of the public list; `toolId` narrows it to the reviews of one tool. */
export const reviewQuerySchema = plainListQuerySchema.extend({ toolId: identifierSchema.optional() });

export type ReviewQuery = z.infer<typeof reviewQuerySchema>;

const versionSchema = z.number().int().min(1).meta({
  description: 'Starts at 1 and goes up by one with each change by its author.',
});

/** A review as its author sees it. */
export const ownReviewSchema = reviewSchema
  .extend({
    version: versionSchema,
    changedAt: z.string().nullable().meta({ description: 'When its author last changed it.' }),
    takenDown: z
      .object({ at: z.string(), reason: z.string() })
      .nullable()
      .meta({ description: 'When an admin took it down, and why. It is then in no public list.' }),
    waiting: z.boolean().meta({ description: 'It is in no public list until the shop publishes it.' }),
  })
  .meta({ id: 'OwnReview' });

export type OwnReview = z.infer<typeof ownReviewSchema>;

export const ownReviewQuerySchema = listQuerySchema({
  sorts: ['created'],
  states: REVIEW_STATES,
  searches: 'title, text, name or company',
});

export type OwnReviewQuery = z.infer<typeof ownReviewQuerySchema>;

/** A review as admins see it. */
export const managedReviewSchema = ownReviewSchema
  .extend({
    unread: z.boolean().meta({ description: 'Nobody at the shop has read it since it was written or changed.' }),
    writer: z.object({
      email: z.string(),
      disabled: z.boolean().meta({ description: 'The account is disabled.' }),
    }),
  })
  .meta({ id: 'ManagedReview' });

export type ManagedReview = z.infer<typeof managedReviewSchema>;

/** The query of the list of everyone's reviews. */
export const managedReviewQuerySchema = listQuerySchema({
  sorts: ['created'],
  states: ['new', ...REVIEW_STATES, 'removed_user'],
  searches: 'title, text, name and company, or in the author’s email and name. A complete id is found, too',
});

export type ManagedReviewQuery = z.infer<typeof managedReviewQuerySchema>;

/** What its author sends to change a review. Fields that are left out stay as they are. */
export const reviewChangeSchema = z
  .strictObject({
    version: versionSchema.meta({
      description: 'The version that you read. If the review has changed since, the response is 409.',
    }),
    image: optionalImageSchema.optional(),
    ...z.object(fieldsOfBuyers).partial().shape,
  })
  .meta({ id: 'ReviewChange' });

export type ReviewChange = z.output<typeof reviewChangeSchema>;

export const changedReviewSchema = modifiedSchema
  .extend({ version: versionSchema, waiting: ownReviewSchema.shape.waiting })
  .meta({ id: 'ReviewChanged' });

export type ChangedReview = z.infer<typeof changedReviewSchema>;

/** Why a review is taken down. Its author reads it. */
export const takedownSchema = z
  .strictObject({ reason: multiLineText(MAX_REMOVAL_REASON_LENGTH) })
  .meta({ id: 'Takedown' });

/** The version of a review that somebody at the shop has read. */
export const readVersionSchema = z
  .strictObject({
    version: versionSchema.meta({
      description: 'The version that you read. If its author has changed it since, the response is 409.',
    }),
  })
  .meta({ id: 'ReadReview' });
