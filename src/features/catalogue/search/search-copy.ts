import { formatCount } from '#src/shared/numbers.ts';

const quote = (words: string) => `“${words}”`;

/** The texts of what an owner edits and reads of the search. */
export const searchCopy = {
  title: 'Search',
  text: 'What people looked for and did not find, and which words mean the same. A change counts at the next search.',
  misses: {
    title: 'Searches that found nothing',
    text: 'Of the last 90 days. Everybody counts once a day for the same words, and what looks like an e-mail address is left out.',
    none: {
      title: 'Every search found something',
      text: 'When somebody searches for something that no tool on sale has, you read it here.',
    },
    query: 'Searched for',
    times: 'Times',
    last: 'Last',
    actions: 'What to do',
    sorts: {
      '-times': 'Most often first',
      times: 'Least often first',
      '-last': 'Latest first',
      last: 'Longest ago first',
    },
    tryIt: 'Try it',
    addSynonyms: 'Add synonyms',
    putAway: 'Put away',
    done: (query: string) => `${quote(query)} is put away. It comes back when somebody searches it again in vain.`,
  },
  synonyms: {
    title: 'Words that mean the same',
    text: 'Whoever searches for one of them finds the others too. Plural, upper case and accents need no words of their own.',
    none: {
      title: 'No words yet',
      text: 'Add the first ones, such as “pry bar” and “crowbar”.',
    },
    list: 'Groups of words',
    filter: 'Find a word in these groups',
    count: (shown: number, all: number) =>
      shown === all
        ? `${formatCount(all)} ${all === 1 ? 'group' : 'groups'}`
        : `${formatCount(shown)} of ${formatCount(all)} groups`,
    noMatch: (word: string) => `No group has ${quote(word)} in it.`,
    add: 'Add words',
    change: 'Change',
    remove: 'Remove',
    undo: 'Undo',
    stored: (terms: readonly string[]) => `Stored: ${terms.join(', ')}.`,
    removed: (terms: readonly string[]) => `Removed: ${terms.join(', ')}.`,
    restored: (terms: readonly string[]) => `They are back: ${terms.join(', ')}.`,
    /** After words were added for a search that had found nothing. */
    finds: (query: string, tools: number) =>
      tools > 0
        ? `${quote(query)} finds ${formatTools(tools)} now, so that it was put away above.`
        : `${quote(query)} still finds nothing: none of these words is one of a tool on sale.`,
  },
  form: {
    addTitle: 'Words that mean the same',
    changeTitle: 'Change these words',
    terms: 'Words or phrases',
    hint: 'One to a line: 2 to 12, of at most four words each.',
    counts: 'What each finds now',
    tools: formatTools,
    submit: 'Save words',
    cancel: 'Cancel',
    newer: 'What it says now',
  },
};

function formatTools(count: number): string {
  if (count === 0) return 'no tool';
  return `${count >= 10_000 ? 'more than ' : ''}${formatCount(count)} ${count === 1 ? 'tool' : 'tools'}`;
}
