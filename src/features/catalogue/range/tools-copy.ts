/** The texts of `/tools`. */
export const toolsCopy = {
  title: 'All tools',
  page: (page: number) => `All tools, page ${page}`,
  searchTitle: (search: string) => `Tools with “${search}”`,
  text: 'The whole range, with price per piece, minimum order and stock.',
  description:
    'Every hand tool, measuring tool and cutting tool we make, with price per piece, minimum order and stock.',
  categories: 'Categories',
  search: 'Search the tools',
  tool: 'Tool',
  action: 'Order',
  none: { title: 'No tools yet', text: 'Tools are listed here as soon as they can be ordered.' },
  found: {
    corrected: (corrected: string) => `Showing results for “${corrected}”`,
    nearest: { word: 'No tool matches this word', words: 'No tool matches all of these words' },
    typed: (typed: string) => `You searched for “${typed}”.`,
    readAs: (typed: string, corrected: string) => `You searched for “${typed}”, which was read as “${corrected}”.`,
    unknown: { word: 'No tool has this word in it.', words: 'No tool has all of these words in it.' },
    nearestText: 'These tools come nearest. If none of them is it, ask us for a price and a date.',
    nearestOfFilter: (filter: string) =>
      `These tools come nearest under “${filter}”, and there may be better ones among the others.`,
    allStates: 'Search all tools',
    near: 'These come near',
    nearText: 'They lack a word of your search.',
    ofThemMatching: (count: number) => `, ${count} of them matching`,
    nothing: 'Nothing matches',
    nothingText: (search: string) => `No tools here have “${search}” in them. Ask us for a price and a date.`,
    clear: 'Clear search',
    quote: 'Request a quote',
  },
} as const;
