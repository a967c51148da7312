import { type ApiProblem, callApi } from '#src/shared/api-client.ts';

/** Delays before each further try, in ms. The last one repeats while the page is open. */
const RETRY_DELAYS = [1_000, 2_000, 4_000, 8_000, 15_000];

/** The delay after try `attempt` (from 0), in ms. */
export function retryDelay(attempt: number): number {
  return RETRY_DELAYS[Math.min(attempt, RETRY_DELAYS.length - 1)] ?? 0;
}

/** Whether trying again cannot help. */
export function isFinal({ status, code }: ApiProblem): boolean {
  return (
    status >= 400 && status < 500 && status !== 402 && status !== 408 && status !== 429 && code !== 'payment_processing'
  );
}

export type ReportResult = { ok: true; transactionId: string } | { ok: false; problem: ApiProblem };

/**
 * Reports a confirmed card to the shop until the shop has settled the payment. The provider's webhook may be faster, so
 * each try also reads the order. `onDelay` gets the problem of each failed try. Resolves to null if aborted.
 */
export async function reportPayment(
  orderId: string,
  transactionId: string,
  { onDelay, signal }: { onDelay: (problem: ApiProblem) => void; signal: AbortSignal },
): Promise<ReportResult | null> {
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const report = await callApi(`/myorder/${orderId}`, { method: 'PATCH', body: { order: orderId, transactionId } });
    if (report.ok) return { ok: true, transactionId };
    if (isFinal(report.problem)) return { ok: false, problem: report.problem };
    onDelay(report.problem);
    await new Promise((resolve) => setTimeout(resolve, retryDelay(attempt)));
    if (signal.aborted) return null;
    const order = await callApi<{ paid: boolean; transactionId: string | null }>(`/payment/${orderId}`);
    if (order.ok && order.value.paid) return { ok: true, transactionId: order.value.transactionId ?? transactionId };
  }
  return null;
}
