const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Characters that join emoji or select their appearance. They are kept if a font lacks the emoji, so that a search
 * finds the whole emoji.
 */
export const INVISIBLE_IN_CLUSTERS = /[\u200d\ufe0e\ufe0f]/g;

/** A joiner that is not between two parts of an emoji. */
const LOOSE_JOINER =
  /(?<!\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?)\u200d|\u200d(?!\p{Extended_Pictographic})/gu;

/** Right-to-left letters with the characters between them. */
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * A text as it can be printed: composed if possible, with one kind of space, and without invisible characters or those
 * that change the direction of the following text. Characters that join the parts of an emoji are kept.
 */
export function toPrintable(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Zs}]/gu, ' ')
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(LOOSE_JOINER, '')
    .replace(/(?![\u200d\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}/gu, '');
}

/** Splits a text into what people consider characters: letters with their marks, emoji with all their parts. */
export function splitClusters(text: string): string[] {
  if (/^[\x20-\x7e]*$/.test(text)) return text.split('');
  return Array.from(clusters.segment(text), ({ segment }) => segment);
}

/**
 * Puts the letters of right-to-left words in their visual order, the last one first. PDF readers reverse them again.
 */
export function toVisualOrder(text: string): string {
  if (!RIGHT_TO_LEFT.test(text)) return text;
  const parts = splitClusters(text);
  const visual: string[] = [];
  for (let at = 0; at < parts.length; ) {
    let end = at;
    for (let next = at; next < parts.length && isTurned(parts[next] ?? '', next > at); next += 1)
      if (RIGHT_TO_LEFT.test(parts[next] ?? '')) end = next + 1;
    if (end > at) visual.push(...parts.slice(at, end).reverse());
    else visual.push(parts[at] ?? '');
    at = Math.max(end, at + 1);
  }
  return visual.join('');
}

function isTurned(cluster: string, isWithin: boolean): boolean {
  return RIGHT_TO_LEFT.test(cluster) || (isWithin && cluster === ' ');
}
