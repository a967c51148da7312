import { listOverdueOrderIds } from '#src/features/orders/queries.server.ts';
import { extendHold } from '#src/features/orders/transitions.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import type { Actor } from '#src/platform/audit/audit-events.server.ts';
import { cancelOrder } from './cancel-order.server.ts';
import { continueOnError } from './continue-on-error.server.ts';

const BATCH_SIZE = 100;

/**
 * Expires unpaid orders whose hold has expired. Returns how many. A run calls an unavailable provider once, not once
 * per order, so that no stock waits for it. `signal` ends the run between two orders; with `userId` it is about their
 * orders alone.
 */
export async function expireOrders(
  context: AppContext,
  signal?: AbortSignal,
  { userId, by = 'shop' }: { userId?: string; by?: Actor } = {},
): Promise<number> {
  let expired = 0;
  let providerUnavailable = false;
  for (;;) {
    const ids = await listOverdueOrderIds(context.db, BATCH_SIZE, userId);
    const before = expired;
    for (const id of ids) {
      if (signal?.aborted) return expired;
      const outcome = await continueOnError(context, 'expire', id, () =>
        cancelOrder(context, id, { event: 'expire', by, providerUnavailable }),
      );
      if (outcome === 'unavailable') continue;
      if (outcome?.ok) {
        expired += 1;
        providerUnavailable ||= outcome.value.providerUnavailable;
      } else if (outcome?.code === 'payment_processing') await extendHold(context.db, id);
    }
    // A full batch without progress would repeat forever.
    if (ids.length < BATCH_SIZE || expired === before) return expired;
  }
}
