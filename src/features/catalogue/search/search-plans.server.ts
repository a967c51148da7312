import type { Queryable, Tx } from '#src/platform/database.server.ts';
import { configurePlanner } from '#src/platform/pagination.server.ts';

/** In ms. A search that takes longer is canceled: it would keep a connection from orders. */
const STATEMENT_TIMEOUT = 3_000;

/**
 * Runs the statements of a search. For a word that a third of all tools have, the planner would read the table rather
 * than the index. Compiling a ranking takes longer than running it.
 */
export function withSearchPlans<T>(db: Queryable, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await configurePlanner(tx, {
      enable_seqscan: 'off',
      jit: 'off',
      // With less memory, a bitmap of a hundred thousand matches becomes lossy and only knows the pages.
      work_mem: '16MB',
      statement_timeout: String(STATEMENT_TIMEOUT),
    });
    return work(tx);
  });
}
