import type { ApiResult } from '#src/shared/api-client.ts';
import { copy } from '#src/shared/copy.ts';
import type { ListPage } from '#src/shared/pagination.ts';
import { fetchListPage } from '#src/shared/ui/list/fetch-list-page.ts';
import { type ListConfig, type ListParams, parseListParams } from '#src/shared/ui/list/list-params.ts';
import type { ManagedOrder, Order, OrderQuery } from '../contract.ts';

const PAGE_SIZE = 25;

const states = [
  ['placed', 'unpaid'],
  ['paid', copy.order.paid],
  ['shipped', copy.order.shipped],
] as const satisfies [NonNullable<OrderQuery['state']>, string][];

const sorts = [
  ['-created', 'Newest first'],
  ['created', 'Oldest first'],
  ['-total', 'Largest total'],
  ['total', 'Smallest total'],
  ['-quantity', 'Most pieces'],
  ['quantity', 'Fewest pieces'],
] as const satisfies [NonNullable<OrderQuery['sort']>, string][];

/** What an admin can ask of all orders, and a customer of their own. */
export const allOrderChoices: ListConfig = { states, sorts, wide: true };
export const myOrderChoices: ListConfig = { states, sorts: [], toolbarThreshold: 5 };

/** A page of everyone's orders. */
export function fetchAllOrders(search: URLSearchParams): Promise<ApiResult<ListPage<ManagedOrder>>> {
  return fetchListPage<ManagedOrder>('/orders', parseListParams(search, allOrderChoices), PAGE_SIZE);
}

/** A page of one's own. */
export function fetchMyOrders(search: URLSearchParams, email: string): Promise<ApiResult<ListPage<Order>>> {
  const { state, page, sort }: ListParams = parseListParams(search, myOrderChoices);
  return fetchListPage<Order>('/myorder', { q: '', state, page, sort }, PAGE_SIZE, { email });
}
