import { listInPattern } from './scripts.ts';

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Characters that join emoji or select their appearance. They are kept if a font lacks the emoji, so that a search
 * finds the whole emoji.
 */
export const INVISIBLE_IN_CLUSTERS = /[\u200d\ufe0e\ufe0f]/g;

const JOINED_SCRIPTS = listInPattern(({ hasJoiners }) => hasJoiners);
/** The signs of India's scripts that take a letter's vowel away, so that it is joined to the next one. */
const VIRAMA = '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0bcd\\u0c4d\\u0ccd\\u0d4d\\u0dca]';

const either = (toPattern: (script: string) => string) => JOINED_SCRIPTS.map(toPattern).join('|');
/** A joiner changes letters only beside a sign that takes the vowel away, all of one script. */
const JOINER = either(
  (script) =>
    `(?<=${script}(?=${script})${VIRAMA})\\u200d(?=${script}|[^\\p{L}\\p{M}]|$)|(?<=(?=\\p{L})${script})\\u200d(?=(?=${script})${VIRAMA})`,
);
const NON_JOINER = either((script) => `(?<=${script})\\u200c(?=${script})`);
const PICTURE = '\\p{Extended_Pictographic}';

/** A joiner that is neither between two parts of an emoji nor where it changes letters. */
const LOOSE_JOINER = new RegExp(
  `(?!${JOINER}|(?<=${PICTURE}(?:\\p{Emoji_Modifier}|\\ufe0f)?)\\u200d${PICTURE})\\u200d`,
  'gu',
);

/** Invisible characters, except parts of emoji, joiners and what keeps letters apart, as Persian and Kannada words do. */
const IGNORABLE = new RegExp(
  `(?![\\u200d\\ufe0e\\ufe0f])(?!(?<=\\p{Script=Arabic})\\u200c(?=\\p{Script=Arabic}))(?!${NON_JOINER})\\p{Default_Ignorable_Code_Point}`,
  'gu',
);

/**
 * A text as it can be printed: composed if possible, with one kind of space, and without invisible characters or those
 * that change the direction of the following text. Characters that join the parts of an emoji, or join letters or keep
 * them apart, are kept.
 */
export function toPrintable(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Zs}]/gu, ' ')
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(LOOSE_JOINER, '')
    .replace(IGNORABLE, '');
}

/** What joins the next letter to the one before, as its sign below or beside it. */
const JOINS_NEXT = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u1039\u17d2]\u200d?$|\u0dca\u200d$/u;

/** Splits a text into what people consider characters: letters with their marks, emoji with all their parts. */
export function splitClusters(text: string): string[] {
  if (/^[\x20-\x7e]*$/.test(text)) return text.split('');
  const split: string[] = [];
  for (const { segment } of clusters.segment(text)) {
    const last = split.at(-1) ?? '';
    if (isOneCluster(last, segment)) split[split.length - 1] = last + segment;
    else split.push(segment);
  }
  return split;
}

/** Whether the end of a text and the beginning of the next one are drawn as one, also where Unicode separates them. */
export function isOneCluster(before: string, after: string): boolean {
  const end = before.slice(-2);
  if (!/[\p{L}\p{M}\u200d]$/u.test(end)) return false;
  return /^\p{M}/u.test(after) || (JOINS_NEXT.test(end) && /^\p{L}/u.test(after));
}
