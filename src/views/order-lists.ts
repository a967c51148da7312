import type { PurchaseQuery } from '#src/features/purchases/contract.ts';
import { purchaseCopy } from '#src/features/purchases/copy.ts';
import type { ManagedPurchase, Purchase } from '#src/flows/purchases/read-purchases.server.ts';
import type { ApiResult } from '#src/shared/api-client.ts';
import type { ListPage } from '#src/shared/pagination.ts';
import { fetchListPage } from '#src/shared/ui/list/fetch-list-page.ts';
import { BY_AGE, type ListConfig } from '#src/shared/ui/list/list-config.ts';

const states = [
  ['placed', purchaseCopy.states.placed],
  ['paid', purchaseCopy.states.paid],
  ['shipped', purchaseCopy.states.shipped],
  ['ended', 'Ended'],
] as const satisfies [NonNullable<PurchaseQuery['state']>, string][];

const tasks = [
  ['to_ship', 'To ship', 'To do'],
  ['without_address', 'Without an address', 'To do'],
  ['to_cancel', 'Asked to cancel', 'To do'],
] as const satisfies [NonNullable<PurchaseQuery['state']>, string, string][];

const sorts = [...BY_AGE, ['-total', 'Largest total'], ['total', 'Smallest total']] as const satisfies [
  NonNullable<PurchaseQuery['sort']>,
  string,
][];

/** The lists of everyone's orders and of one's own, a row per order. */
export const allOrdersConfig: ListConfig = {
  path: '/purchases',
  pageSize: 25,
  nouns: ['order', 'orders'],
  searchLabel: 'Search by number, PO, customer, place, SKU or tracking',
  states: [...states, ...tasks],
  unfilteredLabel: 'Current',
  sorts,
  wide: true,
};
export const myOrdersConfig: ListConfig = {
  path: '/purchases',
  pageSize: 25,
  nouns: ['order', 'orders'],
  searchLabel: 'Search by number, PO or tool',
  states,
  unfilteredLabel: 'Current',
  sorts: [],
  toolbarThreshold: 5,
};

/** Without a chosen state, orders that have ended are left out. */
const LIVE = { state: 'live' } as const satisfies Pick<PurchaseQuery, 'state'>;

export function fetchAllOrders(search: URLSearchParams): Promise<ApiResult<ListPage<ManagedPurchase>>> {
  return fetchListPage<ManagedPurchase>(allOrdersConfig, search, LIVE);
}

export function fetchMyOrders(search: URLSearchParams): Promise<ApiResult<ListPage<Purchase>>> {
  return fetchListPage<Purchase>(myOrdersConfig, search, LIVE);
}
