import { boundedText } from './bounded-schemas.ts';
import { toTypedSlug } from './slug.ts';

const SLUG_SENTENCE = 'Please use only the letters a to z, digits and hyphens.';
const SLUG_TOO_LONG = 'Please use at most 80 characters.';

/** The last part of a page's address, such as `claw-hammer`. Accents, capitals and blanks are read as `toTypedSlug` does. */
export const slugSchema = boundedText(80, SLUG_TOO_LONG, SLUG_SENTENCE)
  .overwrite(toTypedSlug)
  .max(80, SLUG_TOO_LONG)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, SLUG_SENTENCE);
