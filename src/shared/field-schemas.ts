import * as z from 'zod';

/** An unguessable id as the shop makes them: 24 characters of A–Z a–z 0–9 (142 bits). */
export const identifierSchema = z.string().regex(/^[A-Za-z0-9]{24}$/);

/** An e-mail address, trimmed and lower-cased, so that one person has one spelling. */
export const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'Please use at most 254 characters.')
  .pipe(z.email('Please enter an e-mail address.'));

/** One line of text a person typed: trimmed, not empty, no control characters, at most `max` characters. */
export function singleLineText(max: number) {
  return optionalSingleLineText(max).min(1, 'Please fill this in.');
}

/** The same, where nothing may be typed. */
export function optionalSingleLineText(max: number) {
  return (
    z
      .string()
      .trim()
      .max(max, `Please use at most ${max} characters.`)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
      .regex(/^[^\u0000-\u001f\u007f]*$/, 'Please use plain text on one line.')
  );
}

/** Several lines of text a person typed; line breaks and tabs allowed, other control characters not. */
export function multiLineText(max: number) {
  return (
    z
      .string()
      .trim()
      .min(1, 'Please fill this in.')
      .max(max, `Please use at most ${max} characters.`)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
      .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/, 'Please use plain text.')
  );
}

/** Where a picture is: a path of this shop, or an address. One over http is taken only from a host of this shop. */
export const imageUrlSchema = z
  .string()
  .max(500)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
  .regex(/^(\/images\/[\w./-]+|https?:\/\/[^\s"'<>\\\u0000-\u001f\u007f]+)$/, 'Please upload a picture first.')
  .refine((value) => !value.includes('..'), 'Please upload a picture first.');
