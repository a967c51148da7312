import type { ListOptions } from './list-params.ts';

/** Sorts a list by age. Its query must support `created`. */
export const BY_AGE: ['-created' | 'created', string][] = [
  ['-created', 'Newest first'],
  ['created', 'Oldest first'],
];

/** How one list is fetched, named, searched, filtered and sorted. */
export interface ListConfig extends ListOptions {
  /** The API route that returns its pages, under `/api`. */
  path: string;
  pageSize: number;
  /** What it lists: 'order', 'orders'. */
  nouns: readonly [one: string, many: string];
  /** The label of the search field. A list without one is not searched. */
  searchLabel?: string;
  /** What it shows without a chosen state. Default: 'All'. */
  unfilteredLabel?: string;
  /** Search and filters are shown if there are more entries than this. */
  toolbarThreshold?: number;
  /** Its table has many columns. */
  wide?: boolean;
  /** It is not a table, so there are no column headers to sort it. */
  noColumnHeaders?: boolean;
}
