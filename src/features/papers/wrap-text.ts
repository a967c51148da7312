import { splitClusters } from './printable-text.ts';

/**
 * Breaks a printable text into lines of at most `width`: between words, or within a word that is wider than a line. A
 * line that ends between words keeps its space, so that readers see two words.
 */
export function wrapText(text: string, width: number, getWidth: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.match(/\S+ *| +/g) ?? []) {
    if (line !== '' && getWidth((line + word).trimEnd()) > width) {
      lines.push(line);
      line = '';
    }
    if (line === '' && getWidth(word.trimEnd()) > width) {
      const pieces = breakWord(word, width, getWidth);
      lines.push(...pieces.slice(0, -1));
      line = pieces.at(-1) ?? '';
    } else line += word;
  }
  return line === '' && lines.length > 0 ? lines : [...lines, line];
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
    while (length > 1 && getWidth(rest.slice(0, length).join('').trimEnd()) > width) length -= 1;
    pieces.push(rest.slice(0, length).join(''));
    rest = rest.slice(length);
  }
  return pieces;
}
