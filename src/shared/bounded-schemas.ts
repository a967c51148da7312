import * as z from 'zod';

// As `vite.config.ts` says, browsers load files with 'schema' in their name only with a form.

/**
 * Limits what is processed if another rule has its own sentence about length, or if blanks are removed before counting.
 */
export const MAX_TYPED_LENGTH = 2_000;

/** The default sentence for a value that is too long or has the wrong format. */
const NOT_IN_FORM = 'This format is not valid.';

/** A sentence that names an amount depends on the shop's currency, so it is made when it is needed. */
type Sentence = string | (() => string);

/** The sentence for values that are not text, if the field has one. */
type WrongType = string | { error: string };

/**
 * Text of at most `max` UTF-16 units. Every schema that reads text starts with one of these: zod continues with later
 * checks even if a limit failed, and a pattern on 60 KB can take seconds. Here, longer text only gets this sentence. In
 * a union, it comes first: if all alternatives fail this early, a form shows the sentence of the first.
 */
export function boundedText(
  max: number,
  sentence: Sentence = `Please use at most ${max} characters.`,
  wrongType?: WrongType,
): z.ZodString {
  return z.string(wrongType).max(max, { error: sentence, abort: true });
}

/** The same, but trimmed. Blanks at the ends do not count. */
export function trimmedText(
  max: number,
  sentence: Sentence = `Please use at most ${max} characters.`,
  wrongType?: WrongType,
) {
  return z.string(wrongType).trim().max(max, { error: sentence, abort: true });
}

/** Text of a certain format, such as an id. Longer text is not matched at all. */
export function formattedText(max: number, pattern: RegExp, sentence = NOT_IN_FORM, wrongType?: WrongType) {
  return boundedText(max, sentence, wrongType).regex(pattern, sentence);
}

/**
 * At most `max` named entries. If there are more, none is checked: 60 KB can have thousands, each with its own errors.
 */
export function boundedRecord<Key extends z.ZodString, Value extends z.ZodType>(key: Key, value: Value, max: number) {
  const refuseMore = (given: unknown, context: z.RefinementCtx) => {
    if (typeof given !== 'object' || given === null || Object.keys(given).length <= max) return given;
    context.issues.push({ code: 'too_big', origin: 'array', maximum: max, inclusive: true, input: given });
    return z.NEVER;
  };
  const record = z.record(key, value);
  // The type for clients, whatever the first step accepts.
  return z.preprocess(refuseMore, record) as unknown as z.ZodPipe<
    z.ZodTransform<z.input<typeof record>, z.input<typeof record>>,
    typeof record
  >;
}
