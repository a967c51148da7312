import type { ApiResult } from '#src/shared/api-client.ts';
import { copy } from '#src/shared/copy.ts';
import type { ListPage } from '#src/shared/pagination.ts';
import { fetchListPage } from '#src/shared/ui/list/fetch-list-page.ts';
import { BY_AGE, type ListConfig } from '#src/shared/ui/list/list-config.ts';
import type { ManagedOrder, Order, OrderQuery } from '../contract.ts';

const states = [
  ['placed', 'unpaid'],
  ['paid', copy.order.paid],
  ['shipped', copy.order.shipped],
  ['ended', 'Ended'],
] as const satisfies [NonNullable<OrderQuery['state']>, string][];

const tasks = [
  ['to_ship', 'to ship', 'To do'],
  ['without_address', 'without an address', 'To do'],
  ['to_cancel', 'asked to cancel', 'To do'],
] as const satisfies [NonNullable<OrderQuery['state']>, string, string][];

const sorts = [
  ...BY_AGE,
  ['-total', 'Largest total'],
  ['total', 'Smallest total'],
  ['-quantity', 'Most pieces'],
  ['quantity', 'Fewest pieces'],
] as const satisfies [NonNullable<OrderQuery['sort']>, string][];

/** The lists of everyone's orders and of one's own. */
export const allOrdersConfig: ListConfig = {
  path: '/orders',
  pageSize: 25,
  nouns: ['order', 'orders'],
  searchLabel: 'Search by number, PO, customer, place, SKU or tracking',
  states: [...states, ...tasks],
  sorts,
  wide: true,
};
export const myOrdersConfig: ListConfig = {
  path: '/myorder',
  pageSize: 25,
  nouns: ['order', 'orders'],
  searchLabel: 'Search by number, PO or tool',
  states,
  sorts: [],
  toolbarThreshold: 5,
};

export function fetchAllOrders(search: URLSearchParams): Promise<ApiResult<ListPage<ManagedOrder>>> {
  return fetchListPage<ManagedOrder>(allOrdersConfig, search);
}

export function fetchMyOrders(search: URLSearchParams, email: string): Promise<ApiResult<ListPage<Order>>> {
  return fetchListPage<Order>(myOrdersConfig, search, { email });
}
