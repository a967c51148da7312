const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Characters that join emoji or select their appearance. They are kept if a font lacks the emoji, so that a search
 * finds the whole emoji.
 */
export const INVISIBLE_IN_CLUSTERS = /[\u200d\ufe0e\ufe0f]/g;

/** A joiner that is not between two parts of an emoji. */
const LOOSE_JOINER =
  /(?<!\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?)\u200d|\u200d(?!\p{Extended_Pictographic})/gu;

/** Invisible characters, except parts of emoji and what keeps Arabic letters apart, as Persian words do. */
const IGNORABLE =
  /(?![\u200d\ufe0e\ufe0f])(?!(?<=\p{Script=Arabic})\u200c(?=\p{Script=Arabic}))\p{Default_Ignorable_Code_Point}/gu;

/**
 * A text as it can be printed: composed if possible, with one kind of space, and without invisible characters or those
 * that change the direction of the following text. Characters that join the parts of an emoji, or keep Arabic letters
 * apart, are kept.
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

/** Splits a text into what people consider characters: letters with their marks, emoji with all their parts. */
export function splitClusters(text: string): string[] {
  if (/^[\x20-\x7e]*$/.test(text)) return text.split('');
  return Array.from(clusters.segment(text), ({ segment }) => segment);
}
