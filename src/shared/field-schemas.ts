import * as z from 'zod';
import { boundedText, formattedText, MAX_TYPED_LENGTH, trimmedText } from './bounded-schemas.ts';
import { minorToDecimal } from './money.ts';
import { PHONE_SENTENCE, parsePhone } from './phone.ts';
import { isVisible } from './visible-text.ts';

/** What every form says at a required field that is blank. */
export const REQUIRED = 'Please fill this in.';

const getTotalSentence = () => `Please send the total as a decimal number, such as ${minorToDecimal(18_900)}.`;

/** A total as clients send it: a number or a decimal string. `decimalToMinor` reads it. */
export const amountSchema = z.union([trimmedText(20, getTotalSentence), z.number()], {
  error: getTotalSentence,
});

/** An unguessable id: 24 characters of A–Z a–z 0–9 (142 bits). */
export const identifierSchema = formattedText(24, /^[A-Za-z0-9]{24}$/);

/** An id, or a word in its place, in a path. Routes answer 404 to words of other lengths before reading them. */
export const pathWordSchema = boundedText(254);

export const idParams = z.object({ id: pathWordSchema });

/** An email address, trimmed and in lower case, so that each has only one spelling. */
export const emailSchema = trimmedText(254).toLowerCase().pipe(z.email('Please enter an email address.'));

/** Half of a surrogate pair is not a character, and the database refuses it in JSON. */
function isStorable(text: string): boolean {
  return text.isWellFormed();
}

const NOT_VISIBLE = 'Please use visible characters only.';

/**
 * One line of text: trimmed, not empty, visible as it is stored, at most `max` characters. All names are such lines.
 */
export function singleLineText(max: number) {
  return optionalSingleLineText(max).min(1, REQUIRED);
}

/** One line of text that may be empty. */
export function optionalSingleLineText(max: number) {
  return plainLine(max).refine(isVisible, NOT_VISIBLE);
}

/** A line that came from the shop and is sent back. It may be older than the rule about visible characters. */
export function echoedText(max: number) {
  return plainLine(max).min(1, REQUIRED);
}

function plainLine(max: number) {
  return (
    trimmedText(max)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
      .regex(/^[^\u0000-\u001f\u007f]*$/, 'Please use plain text on one line.')
      .refine(isStorable, 'Please use plain text on one line.')
  );
}

/** Text that people see as it is stored, in any alphabet. Blanks of any kind become one space. */
export function optionalVisibleText(max: number) {
  return boundedText(MAX_TYPED_LENGTH, `Please use at most ${max} characters.`)
    .transform((text) =>
      text
        .normalize()
        .replaceAll(/[\t\p{Zs}]+/gu, ' ')
        .trim(),
    )
    .pipe(boundedText(max).refine((text) => isStorable(text) && isVisible(text), NOT_VISIBLE));
}

/** The same, but not empty. */
export function visibleText(max: number, missing = REQUIRED) {
  return optionalVisibleText(max).pipe(z.string().min(1, missing));
}

/** Several lines of text. Line breaks and tabs are allowed, other control characters are not. */
export function multiLineText(max: number) {
  return optionalMultiLineText(max).min(1, REQUIRED);
}

/** The same, but it may be empty. */
export function optionalMultiLineText(max: number) {
  return (
    trimmedText(max)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
      .regex(/^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]*$/, 'Please use plain text.')
      .refine(isStorable, 'Please use plain text.')
  );
}

/** The quantity of an order, as a number or as digits. */
export const orderQuantitySchema = z
  .union([z.number(), formattedText(9, /^\d{1,9}$/, 'Please enter a whole number.')], {
    error: 'Please enter a whole number.',
  })
  .transform(Number)
  .pipe(z.number().int('Please enter a whole number.').min(1, 'Please order at least 1.').max(1_000_000_000));

/**
 * A phone number of any country, with or without an extension, or only an extension. The error says what is accepted.
 */
export const phoneSchema = singleLineText(40)
  .refine((text) => parsePhone(text) !== null, PHONE_SENTENCE)
  .meta({
    description:
      'A number of 4 to 15 digits; spaces, ( ) . / and -, a leading + and an extension are allowed ' +
      '(ext. 9, extension 9, x9 or #9). An extension on its own is allowed, too.',
  });

/** The same, but it may be empty. */
export const optionalPhoneSchema = z.union([phoneSchema, z.literal('')], { error: PHONE_SENTENCE });

/** The URL of an image: a path of the shop, or an absolute URL. The server accepts http only from its own storage. */
export const imageUrlSchema = boundedText(500, 'Please use a URL of at most 500 characters.')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is the point
  .regex(/^(\/images\/[\w./-]+|https?:\/\/[^\s"'<>\\\u0000-\u001f\u007f]+)$/, 'Please upload a picture first.')
  .refine((value) => !value.includes('..'), 'Please upload a picture first.');

/** Rejects each entry of a list that has the same `key` as an earlier one. */
export function refuseRepeats<K extends string>(key: K, message: string) {
  return (entries: readonly Readonly<Record<K, string>>[], context: z.RefinementCtx): void => {
    const seen = new Set<string>();
    for (const [at, { [key]: id }] of entries.entries()) {
      if (seen.has(id)) context.addIssue({ code: 'custom', path: [at, key], message });
      seen.add(id);
    }
  };
}
