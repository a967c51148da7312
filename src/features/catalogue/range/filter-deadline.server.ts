import { isCanceledStatement, type Queryable, type Tx } from '#src/platform/database.server.ts';
import { configurePlanner } from '#src/platform/pagination.server.ts';
import { fail, type Outcome, ok } from '#src/shared/problem.ts';

/** In ms, for all statements of a request together. No index finds every range of every number. */
const TIME = 2_000;

const TOO_LONG =
  'These filters took too long because they cover nearly all tools. Please choose a category, or also filter by a value or price.';

/** A transaction with a deadline. */
export interface TimedTx {
  tx: Tx;
  /** Leaves the next statements what is left of the time. To be called before each that may take long. */
  keepTime: () => Promise<void>;
}

/** Runs the statements of filters. What takes too long is given up: it would keep a connection from those who order. */
export async function filterWithDeadline<T>(db: Queryable, work: (timed: TimedTx) => Promise<T>): Promise<Outcome<T>> {
  const end = Date.now() + TIME;
  try {
    const value = await db.transaction(async (tx) => {
      const keepTime = (settings = {}) =>
        configurePlanner(tx, { ...settings, statement_timeout: String(Math.max(1, end - Date.now())) });
      // With less memory, a bitmap of many rows forgets which row of a page it was.
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
