import { isOneCluster, splitClusters } from './printable-text.ts';
import { listInPattern } from './scripts.ts';

/** A dictionary knows the words of these scripts. */
const KNOWN = listInPattern(({ isUnspaced }) => isUnspaced).join('');
const HAS_KNOWN = new RegExp(`[${KNOWN}]`, 'u');
/** Scripts whose words stand side by side without spaces. */
const UNSPACED = new RegExp(
  `[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Bopomofo}${KNOWN}]`,
  'u',
);
/** What a line of Chinese or Japanese does not begin with: closing marks, small kana, marks of length. */
const NEVER_FIRST = /^[\p{Pe}\p{Pf}\p{Po}\u301c\u3005\u30fc\uff0d\uff5eぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ]/u;
const NEVER_LAST = /[\p{Ps}\p{Pi}]$/u;
/** Words that fill less of a line surely fit into it, so they are not measured side by side. */
const SURELY_FITS = 0.8;
const words = new Intl.Segmenter('th', { granularity: 'word' });

/**
 * Breaks a printable text into lines of at most `width`: between words, or within a word that is wider than a line. A
 * line that ends between words keeps its space, so that readers see two words.
 */
export function wrapText(text: string, width: number, getWidth: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  /** The sum of the widths of its words. Side by side, they may be a little wider. */
  let wordsWidth = 0;
  for (const word of splitWords(text)) {
    const own = getWidth(word);
    const isNear = wordsWidth + own > SURELY_FITS * width;
    if (line !== '' && isNear && getWidth((line + word).trimEnd()) > width) {
      lines.push(line);
      line = '';
      wordsWidth = 0;
    }
    wordsWidth += own;
    if (line === '' && getWidth(word.trimEnd()) > width) {
      const pieces = breakWord(word, width, getWidth);
      lines.push(...pieces.slice(0, -1));
      line = pieces.at(-1) ?? '';
      wordsWidth = getWidth(line);
    } else line += word;
  }
  return line === '' && lines.length > 0 ? lines : [...lines, line];
}

/** What a line keeps together: words with the spaces after them, or in some scripts, single characters. */
function splitWords(text: string): string[] {
  const spaced = text.match(/\S+ *| +/g) ?? [];
  return UNSPACED.test(text) ? spaced.flatMap((word) => (UNSPACED.test(word) ? splitUnspaced(word) : [word])) : spaced;
}

function splitUnspaced(word: string): string[] {
  const pieces: string[] = [];
  // Elsewhere a line may end after any character.
  const parts = HAS_KNOWN.test(word) ? Array.from(words.segment(word), ({ segment }) => segment) : splitClusters(word);
  for (const part of parts) {
    const last = pieces.at(-1);
    const isBreak =
      last !== undefined &&
      (UNSPACED.test(last) || UNSPACED.test(part)) &&
      !NEVER_FIRST.test(part) &&
      !isOneCluster(last, part) &&
      !NEVER_LAST.test(last);
    if (last === undefined || (isBreak && part.trim() !== '')) pieces.push(part);
    else pieces[pieces.length - 1] = last + part;
  }
  return pieces;
}

/** The pieces of a word that is wider than a line. A cluster that is itself wider is a piece of its own. */
function breakWord(word: string, width: number, getWidth: (text: string) => number): string[] {
  const pieces: string[] = [];
  let rest = splitClusters(word);
  while (rest.length > 0) {
    let length = 0;
    for (let total = 0; length < rest.length; length += 1) {
      total += getWidth(rest[length] ?? '');
      if (length > 0 && total > width && rest[length] !== ' ') break;
    }
    // Side by side, clusters may be wider than the sum of their widths.
    while (length > 1) {
      const wide = getWidth(rest.slice(0, length).join('').trimEnd());
      if (wide <= width) break;
      length = Math.max(1, Math.min(length - 1, Math.floor((length * width) / wide)));
    }
    pieces.push(rest.slice(0, length).join(''));
    rest = rest.slice(length);
  }
  return pieces;
}
