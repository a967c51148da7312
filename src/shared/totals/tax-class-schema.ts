import * as z from 'zod';
import { trimmedText } from '../bounded-schemas.ts';
import { STANDARD_TAX_CLASS, TAX_CLASS_PATTERN } from './tax-class.ts';

const SENTENCE =
  'Please enter standard, reduced, zero, or a class of your own: up to 30 letters, digits and hyphens, such as books.';

/** A tax class in small letters. Blank means the standard class. */
export const taxClassSchema = trimmedText(30, SENTENCE, SENTENCE)
  .transform((text) => text.toLowerCase() || STANDARD_TAX_CLASS)
  .pipe(z.string().regex(TAX_CLASS_PATTERN, SENTENCE));
