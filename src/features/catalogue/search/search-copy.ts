import { formatCount } from '#src/shared/numbers.ts';

const quote = (words: string) => `“${words}”`;

/** The texts of the pages on which staff edit and read the search. */
export const searchCopy = {
  title: 'Search',
  text: 'Searches that found nothing, and words that mean the same. Changes apply to the next search.',
  misses: {
    title: 'Searches that found nothing',
    text: 'From the last 90 days. Each visitor counts once a day for the same words. Anything that looks like an email address is left out.',
    none: {
      title: 'Every search found something',
      text: 'When a search finds no tool on sale, it will be listed here.',
    },
    query: 'Searched for',
    times: 'Times',
    last: 'Last searched',
    actions: 'Actions',
    sorts: {
      '-times': 'Most frequent first',
      times: 'Least frequent first',
      '-last': 'Most recent first',
      last: 'Least recent first',
    },
    tryIt: 'Try it',
    addSynonyms: 'Add synonyms',
    putAway: 'Dismiss',
    done: (query: string) => `${quote(query)} was dismissed. It comes back if another search for it finds nothing.`,
  },
  synonyms: {
    title: 'Words that mean the same',
    text: 'A search for one of these words also finds the others. You do not need to add plurals, capitals or accents.',
    none: {
      title: 'No words yet',
      text: 'Add your first group, such as “pry bar” and “crowbar”.',
    },
    list: 'Word groups',
    filter: 'Find a word',
    count: (shown: number, all: number) =>
      shown === all
        ? `${formatCount(all)} ${all === 1 ? 'group' : 'groups'}`
        : `${formatCount(shown)} of ${formatCount(all)} groups`,
    noMatch: (word: string) => `No group contains ${quote(word)}.`,
    add: 'Add words',
    change: 'Change',
    remove: 'Remove',
    undo: 'Undo',
    stored: (terms: readonly string[]) => `Saved: ${terms.join(', ')}.`,
    removed: (terms: readonly string[]) => `Removed: ${terms.join(', ')}.`,
    restored: (terms: readonly string[]) => `Restored: ${terms.join(', ')}.`,
    /** Shown after words were added for a search that had found nothing. */
    finds: (query: string, tools: number) =>
      tools > 0
        ? `${quote(query)} now finds ${formatTools(tools)}, so it was dismissed above.`
        : `${quote(query)} still finds nothing: no tool on sale contains any of these words.`,
  },
  form: {
    addTitle: 'Words that mean the same',
    changeTitle: 'Change these words',
    terms: 'Words or phrases',
    hint: 'One per line: 2 to 12 terms of at most four words each.',
    counts: 'Current results',
    tools: formatTools,
    submit: 'Save words',
    cancel: 'Cancel',
    newer: 'Current version',
  },
};

function formatTools(count: number): string {
  if (count === 0) return 'no tools';
  return `${count >= 10_000 ? 'more than ' : ''}${formatCount(count)} ${count === 1 ? 'tool' : 'tools'}`;
}
