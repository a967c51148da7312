import { MAX_SEARCH_LENGTH, MAX_SEARCH_WORDS, toSearchWords } from './pagination.ts';

/** Turns whatever was typed or pasted into a search that the server accepts. */
export function cleanSearch(typed: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: taking them out is the point
  const words = toSearchWords(typed.replaceAll(/[\u0000-\u001f\u007f]/g, ' ')).slice(0, MAX_SEARCH_WORDS);
  // The cut may split a surrogate pair; its first half is dropped.
  return words
    .join(' ')
    .slice(0, MAX_SEARCH_LENGTH)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}
