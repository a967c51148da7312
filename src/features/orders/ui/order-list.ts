import type { Answer } from '#src/shared/api-client.ts';
import type { Listed } from '#src/shared/listing.ts';
import { messages } from '#src/shared/messages.ts';
import { fetchListing } from '#src/shared/ui/list/fetch-listing.ts';
import { type ListAddress, type ListChoices, readListAddress } from '#src/shared/ui/list/list-address.ts';
import type { ManagedOrder, Order, OrderList } from '../contract.ts';

const ORDERS_ON_A_PAGE = 25;

const states = [
  ['placed', 'unpaid'],
  ['paid', messages.order.paid],
  ['shipped', messages.order.shipped],
] as const satisfies [NonNullable<OrderList['state']>, string][];

const sorts = [
  ['-created', 'Newest first'],
  ['created', 'Oldest first'],
  ['-total', 'Largest total'],
  ['total', 'Smallest total'],
  ['-quantity', 'Most pieces'],
  ['quantity', 'Fewest pieces'],
] as const satisfies [NonNullable<OrderList['sort']>, string][];

/** What an admin can ask of all orders, and a customer of their own. */
export const allOrderChoices: ListChoices = { states, sorts, wide: true };
export const myOrderChoices: ListChoices = { states, sorts: [], few: 5 };

/** A page of everyone's orders. */
export function fetchAllOrders(search: URLSearchParams): Promise<Answer<Listed<ManagedOrder>>> {
  return fetchListing<ManagedOrder>('/orders', readListAddress(search, allOrderChoices), ORDERS_ON_A_PAGE);
}

/** A page of one's own. */
export function fetchMyOrders(search: URLSearchParams, email: string): Promise<Answer<Listed<Order>>> {
  const { state, page, sort }: ListAddress = readListAddress(search, myOrderChoices);
  return fetchListing<Order>('/myorder', { q: '', state, page, sort }, ORDERS_ON_A_PAGE, { email });
}
