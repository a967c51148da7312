import { formatCount } from '#src/shared/numbers.ts';
import type { StockState } from '../tool/stock-state.ts';

/** The texts of categories, filters and comparisons as customers read them. */
export const categoryCopy = {
  index: {
    title: 'Categories',
    text: 'The whole range by what it is for.',
    description:
      'Every category of our hand tools, measuring tools and cutting tools, with the number of tools on sale.',
    none: { title: 'No categories yet', text: 'All tools are in one list until there are some.' },
    noCategories: 'Categories',
  },
  description: (path: string, count: string) =>
    `${path}: ${count} on sale, with price per piece, minimum order, stock and specification side by side.`,
  page: (name: string, page: number) => `${name}, page ${page}`,
  below: 'Categories below this one',
  filters: 'Filters',
  filtersOf: (count: number) => (count === 0 ? 'Filters' : `Filters (${count})`),
  apply: 'Show tools',
  clear: 'Clear all filters',
  chosen: 'Chosen filters',
  takeAway: (name: string) => `Take away: ${name}`,
  price: 'Unit price, in USD',
  minimum: 'Minimum order',
  minimumMax: 'At most, in pieces',
  from: 'From',
  to: 'To',
  /** What is wrong with one of two fields, below both. */
  errorOf: (label: string, sentence: string) => `${label}: ${sentence}`,
  /** Where a filter is wrong, the tools are those of all others. */
  notFiltered: (names: readonly string[]) =>
    `${names.map((name) => `“${name}”`).join(' and ')} ${names.length === 1 ? 'does' : 'do'} not filter yet. Please correct what stands there among the filters.`,
  within: (low: string, high: string, unit: string) => `${low} to ${high}${unit ? ` ${unit}` : ''}`,
  stock: 'Stock',
  states: { available: 'In stock', low: 'Few left', out: 'Out of stock' } satisfies Record<StockState, string>,
  any: 'Any',
  showAll: (count: number) => `Show all ${formatCount(count)}`,
  rarer: 'There are rarer values. Filter by another name first to see them.',
  view: 'Show as',
  views: { cards: 'Cards', table: 'Table' },
  sort: 'Order',
  sorts: {
    '-created': 'Newest first',
    name: 'Name, A to Z',
    '-name': 'Name, Z to A',
    price: 'Lowest price',
    '-price': 'Highest price',
    minimum: 'Smallest minimum',
  },
  results: 'Tools',
  table: 'Tools side by side in what they have in common',
  tool: 'Tool',
  pages: 'Pages',
  previous: 'Previous',
  next: 'Next',
  pageOf: (page: number, last: number | 'many') => `Page ${page} of ${last}`,
  empty: {
    title: 'Nothing is on sale here yet',
    text: 'Tell us what you need: we answer with a price and a date.',
    all: 'All tools',
  },
  none: {
    title: 'No tool passes all of these filters',
    text: 'Take one away, or clear them all.',
  },
  compare: {
    title: 'Compare',
    text: 'Up to four tools side by side. What differs is marked.',
    choose: 'Compare',
    chooseTool: (name: string) => `Compare ${name}`,
    submit: 'Compare the chosen tools',
    tray: 'Tools to compare',
    full: 'Four tools can be compared at once. Take one away to add another.',
    tooMany: 'Four tools can be compared at once, so only the first four are here.',
    one: 'Choose one more tool to compare it with.',
    takeAway: 'Take away',
    remove: (name: string) => `Take away ${name}`,
    differs: 'differs',
    none: { title: 'Nothing to compare yet', text: 'Choose tools in the table of a category.' },
    table: 'Tools side by side',
    row: 'Property',
    gone: 'One of these tools is no longer there.',
  },
} as const;

/** '12 tools', 'about 23,000 tools', 'more than 10,000 tools'. */
export function describeTools(count: number, { about = false, more = false } = {}): string {
  const noun = count === 1 ? 'tool' : 'tools';
  return `${more ? 'more than ' : about ? 'about ' : ''}${formatCount(count)} ${noun}`;
}
