import { type ApiProblem, callApi } from '#src/shared/api-client.ts';

/** How long to wait before each further try, in ms; then every last one of these, for as long as the page is open. */
const RETRY_DELAYS = [1_000, 2_000, 4_000, 8_000, 15_000];

/** How long to wait before try number `attempt` (from 0), in ms. */
export function retryDelay(attempt: number): number {
  return RETRY_DELAYS[Math.min(attempt, RETRY_DELAYS.length - 1)] ?? 0;
}

/** An answer after which trying again is of no use. */
export function isFinal({ status, code }: ApiProblem): boolean {
  return (
    status >= 400 && status < 500 && status !== 402 && status !== 408 && status !== 429 && code !== 'payment_processing'
  );
}

export type RecordResult = { ok: true; transactionId: string } | { ok: false; problem: ApiProblem };

/**
 * Tells the shop that the card was confirmed, until it has recorded the payment. The provider's message to the shop
 * may be faster, so the order itself is asked too. `onDelay` hears why it takes longer. Ends when aborted.
 */
export async function recordPayment(
  orderId: string,
  transactionId: string,
  { onDelay, signal }: { onDelay: (problem: ApiProblem) => void; signal: AbortSignal },
): Promise<RecordResult | null> {
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const recorded = await callApi(`/myorder/${orderId}`, { method: 'PATCH', body: { order: orderId, transactionId } });
    if (recorded.ok) return { ok: true, transactionId };
    if (isFinal(recorded.problem)) return { ok: false, problem: recorded.problem };
    onDelay(recorded.problem);
    await new Promise((resolve) => setTimeout(resolve, retryDelay(attempt)));
    if (signal.aborted) return null;
    const order = await callApi<{ paid: boolean; transactionId: string | null }>(`/payment/${orderId}`);
    if (order.ok && order.value.paid) return { ok: true, transactionId: order.value.transactionId ?? transactionId };
  }
  return null;
}
