import { getShopCurrency } from '#src/shared/money.ts';
import { formatCount } from '#src/shared/numbers.ts';
import type { StockState } from '../tool/stock-state.ts';

/** The texts of categories, filters and comparisons. */
export const categoryCopy = {
  index: {
    title: 'Categories',
    text: 'Browse all of our tools by category.',
    description:
      'Every category of our hand tools, measuring tools and cutting tools, with the number of tools on sale.',
    none: { title: 'No categories yet', text: 'Until then, all tools are in one list.' },
    noCategories: 'Categories',
  },
  description: (path: string, count: string) =>
    `${path}: ${count} on sale, with price per piece, minimum order, stock and specification side by side.`,
  page: (name: string, page: number) => `${name}, page ${page}`,
  below: 'Subcategories',
  filters: 'Filters',
  filtersOf: (count: number) => (count === 0 ? 'Filters' : `Filters (${count})`),
  apply: 'Show tools',
  clear: 'Clear all filters',
  chosen: 'Active filters',
  takeAway: (name: string) => `Remove filter: ${name}`,
  get price() {
    return `Unit price in ${getShopCurrency().code}`;
  },
  minimum: 'Minimum order',
  minimumMax: 'Up to (pieces)',
  from: 'From',
  to: 'To',
  /** An error in one of two fields, shown below both. */
  errorOf: (label: string, sentence: string) => `${label}: ${sentence}`,
  /** Shown if a filter is wrong: the list is filtered by all others. */
  notFiltered: (names: readonly string[]) =>
    `${names.map((name) => `“${name}”`).join(' and ')} ${names.length === 1 ? 'is' : 'are'} not applied yet. Please correct the highlighted filter.`,
  within: (low: string, high: string, unit: string) => `${low} to ${high}${unit ? ` ${unit}` : ''}`,
  stock: 'Stock',
  states: { available: 'In stock', low: 'Few left', out: 'Out of stock' } satisfies Record<StockState, string>,
  any: 'Any',
  showAll: (count: number) => `Show all ${formatCount(count)}`,
  rarer: 'Less common values are not shown. Filter by another property first to see them.',
  view: 'Show as',
  views: { cards: 'Cards', table: 'Table' },
  sort: 'Sort by',
  applySort: 'Sort',
  sorts: {
    '-created': 'Newest first',
    name: 'Name, A to Z',
    '-name': 'Name, Z to A',
    price: 'Lowest price',
    '-price': 'Highest price',
    minimum: 'Smallest minimum',
  },
  results: 'Tools',
  table: 'Tools compared by their shared properties',
  tool: 'Tool',
  pages: 'Pages',
  previous: 'Previous',
  next: 'Next',
  pageOf: (page: number, last: number | 'many') => `Page ${page} of ${last}`,
  empty: {
    title: 'Nothing is on sale here yet',
    text: 'Tell us what you need, and we will send a price and a ship date.',
    all: 'All tools',
  },
  none: {
    title: 'No tools match all of these filters',
    text: 'Remove one, or clear them all.',
  },
  compare: {
    title: 'Compare',
    text: 'Up to four tools side by side, with differences highlighted.',
    choose: 'Compare',
    chooseTool: (name: string) => `Compare ${name}`,
    submit: 'Compare selected tools',
    tray: 'Tools to compare',
    full: 'You can compare up to four tools. Remove one to add another.',
    tooMany: 'You can compare up to four tools, so only the first four are shown.',
    one: 'Choose one more tool to compare.',
    takeAway: 'Remove',
    remove: (name: string) => `Remove ${name}`,
    differs: 'differs',
    none: { title: 'Nothing to compare yet', text: 'Choose tools in a category’s table view.' },
    table: 'Tools side by side',
    row: 'Property',
    gone: 'One of these tools is no longer available.',
  },
} as const;

/** '12 tools', 'about 23,000 tools', 'more than 10,000 tools'. */
export function describeTools(count: number, { more }: { more: boolean }): string {
  const noun = count === 1 ? 'tool' : 'tools';
  return `${more ? 'more than ' : ''}${formatCount(count)} ${noun}`;
}
