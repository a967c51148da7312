import { toolsCopy } from './tools-copy.ts';

const { found: copy } = toolsCopy;

/** How a search was understood. */
export interface SearchOutcome {
  q: string;
  /** No tool has all the words. */
  nearest: boolean;
  /** The words as they were searched; null where they are those typed. */
  corrected: string | null;
  /** How many have all the words: the first ones. */
  matching: number;
}

/** One notice of what was searched, what was corrected and what is shown; null where the tools are what was typed. */
export function describeOutcome(
  { q, nearest, corrected }: Omit<SearchOutcome, 'matching'>,
  filter: string | undefined,
): { title: string; text: string } | null {
  if (nearest) {
    const searched = corrected === null ? copy.typed(q) : copy.readAs(q, corrected);
    const shown = filter === undefined ? copy.nearestText : copy.nearestOfFilter(filter);
    return { title: copy.nearest[countWords(corrected ?? q)], text: `${searched} ${shown}` };
  }
  if (corrected === null) return null;
  return { title: copy.corrected(corrected), text: `${copy.typed(q)} ${copy.unknown[countWords(q)]}` };
}

function countWords(text: string): 'word' | 'words' {
  return /\s/.test(text.trim()) ? 'words' : 'word';
}
