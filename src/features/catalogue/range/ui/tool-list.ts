import type { ListConfig } from '#src/shared/ui/list/list-config.ts';
import type { ToolQuery } from '../../tool/contract.ts';
import { isFilterParameter } from '../filter-names.ts';
import { toolsCopy } from '../tools-copy.ts';

export const toolListConfig: ListConfig = {
  path: '/tools',
  pageSize: 24,
  nouns: ['tool', 'tools'],
  searchLabel: toolsCopy.search,
  states: [
    ['available', 'In stock'],
    ['low', 'Few left'],
    ['out', 'Out of stock'],
  ] satisfies [NonNullable<ToolQuery['state']>, string][],
  searchSort: ['relevance', 'Best match'],
  isFilter: isFilterParameter,
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
