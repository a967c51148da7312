import * as z from 'zod';
import { emailSchema, lineOfText, pictureSchema } from '#src/shared/identifier.ts';

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

/** What a person sends to create or update their profile. `email` may be left out; it never changes the owner. */
export const profileFieldsSchema = z
  .strictObject({
    _id: z.string().max(40).optional(),
    displayName: lineOfText(100),
    email: emailSchema.optional(),
    image: z.union([z.literal(''), pictureSchema]).default(''),
    number: lineOfText(40).regex(/^[+()\d\s./-]{4,}$/, 'Please enter a phone number.'),
    collegeName: lineOfText(120),
    universityName: lineOfText(120),
    division: lineOfText(80),
    district: lineOfText(80),
  })
  .meta({ id: 'ProfileFields' });

export type ProfileFields = z.output<typeof profileFieldsSchema>;

/** What the form asks for; the e-mail is the account's, and so becomes the name; the picture comes from the image host. */
export const profileFormSchema = profileFieldsSchema.omit({ _id: true, image: true, email: true });
