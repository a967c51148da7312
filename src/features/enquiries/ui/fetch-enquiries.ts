import { type ApiResult, callApi } from '#src/shared/api-client.ts';
import type { ListPage } from '#src/shared/pagination.ts';
import { fetchListPage } from '#src/shared/ui/list/fetch-list-page.ts';
import { type ListConfig, parseListParams } from '#src/shared/ui/list/list-params.ts';
import type { Inbox, Message, MessageList, Quote, QuoteList } from '../contract.ts';
import { enquiryCopy } from '../copy.ts';

const { sorts, states } = enquiryCopy.inbox;
const PAGE_SIZE = 25;

const enquiryStates = [
  ['open', states.open],
  ['done', states.done],
] as const satisfies [NonNullable<QuoteList['state'] & MessageList['state']>, string][];

const byAge = [
  ['-created', sorts['-created']],
  ['created', sorts.created],
] as const satisfies [NonNullable<MessageList['sort']>, string][];

const byPieces = [
  ['-quantity', sorts['-quantity']],
  ['quantity', sorts.quantity],
] as const satisfies [NonNullable<QuoteList['sort']>, string][];

/** What can be asked of quote requests, and of messages. */
export const quoteListConfig: ListConfig = {
  noColumnHeaders: true,
  states: enquiryStates,
  sorts: [...byAge, ...byPieces],
};
export const messageListConfig: ListConfig = { noColumnHeaders: true, states: enquiryStates, sorts: byAge };

/** A page of quote requests. */
export function fetchQuotes(search: URLSearchParams): Promise<ApiResult<ListPage<Quote>>> {
  return fetchListPage<Quote>('/quotes', parseListParams(search, quoteListConfig), PAGE_SIZE);
}

/** The same of messages. */
export function fetchMessages(search: URLSearchParams): Promise<ApiResult<ListPage<Message>>> {
  return fetchListPage<Message>('/messages', parseListParams(search, messageListConfig), PAGE_SIZE);
}

/** How many of each wait for an answer. */
export function fetchInbox(): Promise<ApiResult<Inbox>> {
  return callApi<Inbox>('/inbox');
}
