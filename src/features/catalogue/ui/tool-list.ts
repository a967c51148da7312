import type { ListConfig } from '#src/shared/ui/list/list-params.ts';
import type { ToolQuery } from '../contract.ts';

export const TOOL_PAGE_SIZE = 24;

/** What can be asked of the catalogue, by everybody. */
export const toolChoices: ListConfig = {
  states: [
    ['available', 'In stock'],
    ['low', 'Few left'],
    ['out', 'Out of stock'],
  ] satisfies [NonNullable<ToolQuery['state']>, string][],
  sorts: [
    ['-created', 'Newest first'],
    ['created', 'Oldest first'],
    ['name', 'Name, A to Z'],
    ['-name', 'Name, Z to A'],
    ['price', 'Lowest price'],
    ['-price', 'Highest price'],
    ['minimum', 'Smallest minimum'],
    ['-minimum', 'Largest minimum'],
    ['-stock', 'Most in stock'],
    ['stock', 'Least in stock'],
  ] satisfies [NonNullable<ToolQuery['sort']>, string][],
};
