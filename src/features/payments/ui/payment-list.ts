import { type ApiResult, callApi } from '#src/shared/api-client.ts';
import type { ListPage } from '#src/shared/pagination.ts';
import { fetchListPage } from '#src/shared/ui/list/fetch-list-page.ts';
import { BY_AGE, type ListConfig } from '#src/shared/ui/list/list-config.ts';
import type { Payment, PaymentQuery } from '../contract.ts';

export const paymentListConfig: ListConfig = {
  path: '/payments',
  pageSize: 25,
  nouns: ['payment', 'payments'],
  searchLabel: 'Search by number, tool, customer or id',
  states: [
    ['differs', 'Out of sync'],
    ['disputed', 'Disputed'],
    ['to_answer', 'To answer'],
    ['refunded', 'Refunded'],
    ['refund_due', 'Refund due'],
    ['refund_failed', 'Refund failed'],
    ['stuck', 'Stuck events'],
  ] satisfies [NonNullable<PaymentQuery['state']>, string][],
  sorts: [...BY_AGE, ['-amount', 'Largest amount'], ['amount', 'Smallest amount']] satisfies [
    NonNullable<PaymentQuery['sort']>,
    string,
  ][],
  wide: true,
};

export function fetchPayments(search: URLSearchParams): Promise<ApiResult<ListPage<Payment>>> {
  return fetchListPage<Payment>(paymentListConfig, search);
}

/** How many stuck webhook events belong to no payment. 0 if that cannot be read now. */
export async function fetchUnmatchedEvents(): Promise<number> {
  const response = await callApi<{ stuck: number }>('/payments/messages');
  return response.ok ? response.value.stuck : 0;
}
