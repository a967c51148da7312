import { callApi } from '#src/shared/api-client.ts';

/**
 * The state of the order that is being paid. An order that could not be fetched counts as unpaid, since nothing speaks
 * against it.
 */
export async function fetchOrderState(orderId: string): Promise<'unpaid' | 'paid' | 'gone'> {
  const order = await callApi<{ paid: boolean }>(`/payment/${orderId}`);
  if (!order.ok) return order.problem.status === 404 ? 'gone' : 'unpaid';
  return order.value.paid ? 'paid' : 'unpaid';
}
