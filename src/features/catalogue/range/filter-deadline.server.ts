import { isCanceledStatement, type Queryable, type Tx } from '#src/platform/database.server.ts';
import { configurePlanner } from '#src/platform/pagination.server.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';

/** In ms, for all statements of a request together. Some filters have no index: any range of any number. */
const TIME = 2_000;

const TOO_LONG =
  'These filters took too long because they cover nearly all tools. Please choose a category, or also filter by a value or price.';

/** A transaction with a deadline. */
export interface TimedTx {
  tx: Tx;
  /** Limits the next statements to the time that is left. Call it before each statement that may take long. */
  keepTime: () => Promise<void>;
}

/**
 * Runs the statements of filters. A statement that takes too long is canceled: it would keep a connection from orders.
 */
export async function filterWithDeadline<T>(db: Queryable, work: (timed: TimedTx) => Promise<T>): Promise<Outcome<T>> {
  const end = performance.now() + TIME;
  try {
    const value = await db.transaction(async (tx) => {
      const keepTime = (settings = {}) =>
        configurePlanner(tx, {
          ...settings,
          statement_timeout: String(Math.max(1, Math.ceil(end - performance.now()))),
        });
      // With less memory, a bitmap of many rows becomes lossy and only knows the pages.
      await keepTime({ enable_seqscan: 'off', jit: 'off', work_mem: '16MB' });
      return work({ tx, keepTime: () => keepTime() });
    });
    return ok(value);
  } catch (error) {
    if (isCanceledStatement(error))
      return fail('search_too_broad', { detail: TOO_LONG, extra: { retryAfter: TIME / 1_000 } });
    throw error;
  }
}
