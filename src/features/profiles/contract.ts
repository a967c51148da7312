import * as z from 'zod';
import { boundedText } from '#src/shared/bounded-schemas.ts';
import { echoedText, emailSchema, imageUrlSchema, phoneSchema, singleLineText } from '#src/shared/field-schemas.ts';

export const profileSchema = z
  .object({
    _id: z.string(),
    displayName: z.string(),
    email: z.string(),
    image: z.string(),
    number: z.string(),
    collegeName: z.string(),
    universityName: z.string(),
    division: z.string(),
    district: z.string(),
  })
  .meta({ id: 'Profile' });

export type Profile = z.infer<typeof profileSchema>;

/** What a user sends to create or update their profile. `email` is optional and never changes the owner. */
export const profileFieldsSchema = z
  .strictObject({
    _id: boundedText(40, 'Please send at most 40 characters.').optional(),
    displayName: echoedText(100),
    email: emailSchema.optional(),
    image: z.union([imageUrlSchema, z.literal('')]).default(''),
    number: phoneSchema,
    collegeName: singleLineText(120),
    universityName: singleLineText(120),
    division: singleLineText(80),
    district: singleLineText(80),
  })
  .meta({ id: 'ProfileFields' });

export type ProfileFields = z.output<typeof profileFieldsSchema>;

/** The fields of the form. The email address is the account's, and the image is uploaded separately. */
export const profileFormSchema = profileFieldsSchema.omit({ _id: true, image: true, email: true });
