import { listOverduePurchaseIds, type OverdueHold } from '#src/features/purchases/queries.server.ts';
import { extendHolds } from '#src/features/purchases/transitions.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { continueOnError } from '#src/flows/continue-on-error.server.ts';
import type { Actor } from '#src/platform/audit/audit-events.server.ts';
import { cancelPurchase } from './cancel-purchase.server.ts';

const BATCH_SIZE = 100;

/**
 * Expires unpaid purchases whose hold has expired. Returns how many. A run calls an unavailable provider once, not once
 * per purchase, so that no stock waits for it. `signal` ends the run between two purchases. With `userId`, only that
 * user's purchases are expired.
 */
export async function expirePurchases(
  context: AppContext,
  signal?: AbortSignal,
  { userId, by = 'shop' }: { userId?: string; by?: Actor } = {},
): Promise<number> {
  let expired = 0;
  let providerUnavailable = false;
  let after: OverdueHold | null = null;
  // Continues after those it has tried, so that a purchase that cannot end does not block the others.
  do {
    const { ids, last }: Awaited<ReturnType<typeof listOverduePurchaseIds>> = await listOverduePurchaseIds(
      context.db,
      BATCH_SIZE,
      { userId, after },
    );
    for (const id of ids) {
      if (signal?.aborted) return expired;
      const outcome = await continueOnError(context, 'expire', id, () =>
        cancelPurchase(context, id, { event: 'expire', by, providerUnavailable }),
      );
      if (outcome === 'unavailable') continue;
      if (outcome?.ok) {
        expired += 1;
        providerUnavailable ||= outcome.value.providerUnavailable;
      } else if (outcome?.code === 'payment_processing') await extendHolds(context.db, id);
    }
    after = last;
  } while (after);
  return expired;
}
