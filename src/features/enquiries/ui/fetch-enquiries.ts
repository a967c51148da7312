import { type Answer, callApi } from '#src/shared/api-client.ts';
import type { Listed } from '#src/shared/listing.ts';
import { fetchListing } from '#src/shared/ui/list/fetch-listing.ts';
import { type ListChoices, readListAddress } from '#src/shared/ui/list/list-address.ts';
import type { Inbox, Message, MessageList, Quote, QuoteList } from '../contract.ts';
import { enquiryTexts } from '../messages.ts';

const { sorts, states } = enquiryTexts.inbox;
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
export const quoteChoices: ListChoices = { headless: true, states: enquiryStates, sorts: [...byAge, ...byPieces] };
export const messageChoices: ListChoices = { headless: true, states: enquiryStates, sorts: byAge };

/** A page of quote requests. */
export function fetchQuotes(search: URLSearchParams): Promise<Answer<Listed<Quote>>> {
  return fetchListing<Quote>('/quotes', readListAddress(search, quoteChoices), PAGE_SIZE);
}

/** The same of messages. */
export function fetchMessages(search: URLSearchParams): Promise<Answer<Listed<Message>>> {
  return fetchListing<Message>('/messages', readListAddress(search, messageChoices), PAGE_SIZE);
}

/** How many of each wait for an answer. */
export function fetchInbox(): Promise<Answer<Inbox>> {
  return callApi<Inbox>('/inbox');
}
