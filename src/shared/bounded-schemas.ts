import * as z from 'zod';

// The browser loads what has 'schema' in its name with a form alone, as `vite.config.ts` says.

/** Bounds what is looked at where a rule of another place has the sentence, or blanks are taken out before it counts. */
export const MAX_TYPED_LENGTH = 2_000;

/** What a value says that is too long and in no form either. */
const NOT_IN_FORM = 'This format is not valid.';

/** What is no text gets the sentence of the field, too, where it has one. */
type WrongType = string | { error: string };

/**
 * Text of at most `max` code units. Every schema that reads text begins with one of these: zod goes on to later checks
 * although a bound failed, and a pattern over 60 KB can take seconds. Here a longer text gets this sentence alone. In a
 * union it comes first: of alternatives that all failed so early, a form shows the first one's sentence.
 */
export function boundedText(
  max: number,
  sentence = `Please use at most ${max} characters.`,
  wrongType?: WrongType,
): z.ZodString {
  return z.string(wrongType).max(max, { message: sentence, abort: true });
}

/** The same, without the blanks at both ends, which do not count. */
export function trimmedText(max: number, sentence = `Please use at most ${max} characters.`, wrongType?: WrongType) {
  return z.string(wrongType).trim().max(max, { message: sentence, abort: true });
}

/** Text of one form, such as an id. What is longer than the form allows is not matched at all. */
export function formattedText(max: number, pattern: RegExp, sentence = NOT_IN_FORM, wrongType?: WrongType) {
  return boundedText(max, sentence, wrongType).regex(pattern, sentence);
}

/** So many named entries at most. Of more, none is looked at: 60 KB hold thousands, each with its own errors. */
export function boundedRecord<Key extends z.ZodString, Value extends z.ZodType>(key: Key, value: Value, max: number) {
  const refuseMore = (given: unknown, context: z.RefinementCtx) => {
    if (typeof given !== 'object' || given === null || Object.keys(given).length <= max) return given;
    context.issues.push({ code: 'too_big', origin: 'array', maximum: max, inclusive: true, input: given });
    return z.NEVER;
  };
  const record = z.record(key, value);
  // The type that it has for clients, whatever the first step takes.
  return z.preprocess(refuseMore, record) as unknown as z.ZodPipe<
    z.ZodTransform<z.input<typeof record>, z.input<typeof record>>,
    typeof record
  >;
}
