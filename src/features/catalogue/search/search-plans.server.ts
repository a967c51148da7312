import type { Queryable, Tx } from '#src/platform/database.server.ts';
import { configurePlanner } from '#src/platform/pagination.server.ts';

/** A search that takes longer is given up: it would keep a connection from those who order. In ms. */
const STATEMENT_TIMEOUT = 3_000;

/**
 * Runs statements of a search. Of a word that a third of all tools have, the planner reads the table rather
 * than the index. Compiling a ranking takes longer than the ranking.
 */
export function withSearchPlans<T>(db: Queryable, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(async (tx) => {
    await configurePlanner(tx, {
      enable_seqscan: 'off',
      jit: 'off',
      // With less, a bitmap of a hundred thousand matches forgets which row of a page it was.
      work_mem: '16MB',
      statement_timeout: String(STATEMENT_TIMEOUT),
    });
    return work(tx);
  });
}
