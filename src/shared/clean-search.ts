import { MAX_SEARCH_LENGTH, MAX_SEARCH_WORDS, MAX_TOOL_SEARCH_LENGTH, toSearchWords } from './pagination.ts';

/** Turns whatever was typed or pasted into a search of a list that the server accepts. */
export function cleanSearch(typed: string): string {
  return clean(typed, MAX_SEARCH_WORDS, MAX_SEARCH_LENGTH);
}

/** The same for the search of tools, which takes longer texts. */
export function cleanToolSearch(typed: string): string {
  return clean(cutForAddress(typed), MAX_TOOL_SEARCH_LENGTH, MAX_TOOL_SEARCH_LENGTH);
}

/** Letters beyond ASCII take up to nine characters of an address, and the server refuses one that is too long. */
function cutForAddress(typed: string): string {
  let room = MAX_TOOL_SEARCH_LENGTH;
  return typed.replaceAll(/[\s\S]/g, (letter) => {
    room -= letter < '\u0080' ? 1 : 3;
    return room < 0 ? '' : letter;
  });
}

function clean(typed: string, maxWords: number, maxLength: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: taking them out is the point
  const words = toSearchWords(typed.replaceAll(/[\u0000-\u001f\u007f]/g, ' ')).slice(0, maxWords);
  // The cut may split a surrogate pair; its first half is dropped.
  return words
    .join(' ')
    .slice(0, maxLength)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}
