import { type Answer, callApi } from '#src/shared/api-client.ts';
import type { Listed } from '#src/shared/listing.ts';
import { fetchListing } from '#src/shared/ui/list/fetch-listing.ts';
import { type ListChoices, readListAddress } from '#src/shared/ui/list/list-address.ts';
import type { Payment, PaymentList } from '../contract.ts';

const PAYMENTS_ON_A_PAGE = 25;

export const paymentChoices: ListChoices = {
  states: [
    ['differs', 'Differs'],
    ['disputed', 'Disputed'],
    ['refunded', 'Refunded'],
    ['refund_due', 'Refund due'],
    ['stuck', 'Stuck messages'],
  ] satisfies [NonNullable<PaymentList['state']>, string][],
  sorts: [
    ['-created', 'Newest first'],
    ['created', 'Oldest first'],
    ['-amount', 'Largest amount'],
    ['amount', 'Smallest amount'],
  ] satisfies [NonNullable<PaymentList['sort']>, string][],
  wide: true,
};

/** A page of everyone's payments. */
export function fetchPayments(search: URLSearchParams): Promise<Answer<Listed<Payment>>> {
  return fetchListing<Payment>('/payments', readListAddress(search, paymentChoices), PAYMENTS_ON_A_PAGE);
}

/** How many messages of the card provider wait for a person beside no payment; none when that cannot be had just now. */
export async function fetchStrayMessages(): Promise<number> {
  const answer = await callApi<{ stuck: number }>('/payments/messages');
  return answer.ok ? answer.value.stuck : 0;
}
