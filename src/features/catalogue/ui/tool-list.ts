import type { ListChoices } from '#src/shared/ui/list/list-address.ts';
import type { ToolList } from '../contract.ts';

export const TOOLS_ON_A_PAGE = 24;

/** What can be asked of the catalogue, by everybody. */
export const toolChoices: ListChoices = {
  states: [
    ['available', 'In stock'],
    ['low', 'Few left'],
    ['out', 'Out of stock'],
  ] satisfies [NonNullable<ToolList['state']>, string][],
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
  ] satisfies [NonNullable<ToolList['sort']>, string][],
};
