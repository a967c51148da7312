import { claimDueRefunds } from '#src/features/refunds/queries.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { continueOnError } from '#src/flows/continue-on-error.server.ts';
import { executeRefund } from './execute-refund.server.ts';

/** Small, so that each is tried before its claim ends. */
const BATCH_SIZE = 4;

/**
 * Asks the provider again for refunds without a response: it was lost, or the process died. Returns how many. Each
 * failed attempt schedules the next one, so an unavailable provider is asked less and less often.
 */
export async function retryRefunds(context: AppContext, signal?: AbortSignal): Promise<number> {
  const claimed = await claimDueRefunds(context.db, BATCH_SIZE);
  for (const refund of claimed) {
    if (signal?.aborted) break;
    await continueOnError(context, 'refund', refund.id, () => executeRefund(context, refund));
  }
  return claimed.length;
}
