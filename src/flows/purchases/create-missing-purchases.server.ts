import {
  countForPlanner,
  createPurchasesOfOrders,
  listOrdersWithoutPurchase,
} from '#src/features/purchases/queries.server.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { isDatabaseUnavailable } from '#src/platform/database-faults.server.ts';

/** Small, so that nobody waits long for an order's lock. */
const BATCH_SIZE = 500;

/**
 * Gives orders of earlier versions their purchases, oldest first, in short transactions. Returns how many. `signal`
 * ends the run between two batches; the next run continues. Without such orders it reads an empty index.
 */
export async function createMissingPurchases({ db }: Pick<AppContext, 'db'>, signal?: AbortSignal): Promise<number> {
  for (let created = 0; ; ) {
    const ids = signal?.aborted ? [] : await listOrdersWithoutPurchase(db, BATCH_SIZE);
    if (ids.length === 0) return created;
    const isFirst = created === 0;
    const count = await createPurchasesOfOrders(db, ids);
    created += count;
    // Without progress the same batch would repeat forever.
    if (count === 0) return created;
    if (isFirst)
      await countForPlanner(db).catch((error) => {
        // It took too long or is locked. PostgreSQL will collect its statistics by itself.
        if (!isDatabaseUnavailable(error)) throw error;
      });
  }
}
