import { toolsCopy } from './tools-copy.ts';

const { found: copy } = toolsCopy;

/** How a search was understood. */
export interface SearchOutcome {
  q: string;
  /** No tool has all the words. */
  nearest: boolean;
  /** The words as they were searched. Null if they are those that were typed. */
  corrected: string | null;
  /** How many tools have all the words: they come first. */
  matching: number;
  /** What is said instead if the search was a list of part numbers. */
  notice?: { title: string; text: string };
}

/** One notice that says what was searched, corrected and shown. Null if the tools are simply what was typed. */
export function describeOutcome(
  { q, nearest, corrected, notice }: Omit<SearchOutcome, 'matching'>,
  filter: string | undefined,
): { title: string; text: string } | null {
  if (notice) return notice;
  if (nearest) {
    const searched = corrected === null ? copy.typed(q) : copy.readAs(q, corrected);
    const shown = filter === undefined ? copy.nearestText : copy.nearestOfFilter(filter);
    return { title: copy.nearest[countWords(corrected ?? q)], text: `${searched} ${shown}` };
  }
  if (corrected === null) return null;
  return { title: copy.corrected(corrected), text: copy.unknown[countWords(q)](q) };
}

function countWords(text: string): 'word' | 'words' {
  return /\s/.test(text.trim()) ? 'words' : 'word';
}
