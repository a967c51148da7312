/** The titles of documents. Apart from the other texts, since only the server writes them. */
export const toolsTitles = {
  page: (page: number) => `All tools, page ${page}`,
  search: (search: string) => `Tools with “${search}”`,
};

export const toolsCopy = {
  title: 'All tools',
  text: 'Every tool we make, with price per piece, minimum order and stock.',
  search: 'Search the tools',
  filters: 'Filters',
  tool: 'Tool',
  action: 'Order',
  none: { title: 'No tools yet', text: 'They will appear here.' },
  found: {
    corrected: (corrected: string) => `Showing results for “${corrected}”`,
    nearest: { word: 'No tools match this word', words: 'No tools match all of these words' },
    typed: (typed: string) => `You searched for “${typed}”.`,
    readAs: (typed: string, corrected: string) => `You searched for “${typed}”. We looked for “${corrected}”.`,
    unknown: {
      word: (typed: string) => `No tool contains “${typed}”.`,
      words: (typed: string) => `No tool contains all words of “${typed}”.`,
    },
    nearestText: 'These are the closest matches. If none is right, ask us for a price and a ship date.',
    nearestOfFilter: (filter: string) =>
      `These are the closest matches under “${filter}”. There may be better ones among all tools.`,
    allStates: 'Search all tools',
    near: 'Close matches',
    nearText: 'They lack some of your words.',
    ofThemMatching: (count: number) => `, ${count} matching all words`,
    nothing: 'No matches',
    nothingText: (search: string) => `No tools here match “${search}”. Ask us for a price and a ship date.`,
    clear: 'Clear search',
    quote: 'Request a quote',
  },
} as const;
