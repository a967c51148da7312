import type { ApiResult } from '#src/shared/api-client.ts';
import type { ListPage } from '#src/shared/pagination.ts';
import { fetchListPage } from '#src/shared/ui/list/fetch-list-page.ts';
import { BY_AGE, type ListConfig } from '#src/shared/ui/list/list-config.ts';
import type { Message, MessageListQuery, Quote, QuoteListQuery } from '../contract.ts';
import { enquiryCopy } from '../copy.ts';

const { sorts, states, searchQuotes, searchMessages } = enquiryCopy.inbox;

const enquiryStates = [
  ['open', states.open],
  ['done', states.done],
] as const satisfies [NonNullable<QuoteListQuery['state'] & MessageListQuery['state']>, string][];

const byPieces = [
  ['-quantity', sorts['-quantity']],
  ['quantity', sorts.quantity],
] as const satisfies [NonNullable<QuoteListQuery['sort']>, string][];

/** The two lists: their calls, states and sorts. */
export const quoteListConfig: ListConfig = {
  path: '/quotes',
  pageSize: 25,
  nouns: ['quote request', 'quote requests'],
  searchLabel: searchQuotes,
  noColumnHeaders: true,
  states: enquiryStates,
  sorts: [...BY_AGE, ...byPieces],
};
export const messageListConfig: ListConfig = {
  path: '/messages',
  pageSize: 25,
  nouns: ['message', 'messages'],
  searchLabel: searchMessages,
  noColumnHeaders: true,
  states: enquiryStates,
  sorts: BY_AGE,
};

export function fetchQuotes(search: URLSearchParams): Promise<ApiResult<ListPage<Quote>>> {
  return fetchListPage<Quote>(quoteListConfig, search);
}

export function fetchMessages(search: URLSearchParams): Promise<ApiResult<ListPage<Message>>> {
  return fetchListPage<Message>(messageListConfig, search);
}
