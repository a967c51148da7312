import { type Answer, callApi } from '#src/shared/api-client.ts';
import type { Inbox, Message, Quote } from '../contract.ts';

export const PAGE_SIZE = 50;

/** A page of quote requests, oldest first: the newest, or those before `before`. */
export const fetchQuotes = (before?: string) => fetchPage<Quote>('/quotes', before);

/** The same of messages. */
export const fetchMessages = (before?: string) => fetchPage<Message>('/messages', before);

/** How many of each wait for an answer. */
export function fetchInbox(): Promise<Answer<Inbox>> {
  return callApi<Inbox>('/inbox');
}

function fetchPage<T>(path: string, before: string | undefined): Promise<Answer<T[]>> {
  return callApi<T[]>(`${path}?${new URLSearchParams({ limit: String(PAGE_SIZE), ...(before ? { before } : {}) })}`);
}
