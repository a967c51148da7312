import { isLockLost } from '#src/platform/fence.server.ts';
import type { Log } from '#src/platform/log.server.ts';

/** Deletes or erases one kind of data that is kept for a limited time. */
export interface CleanUpStep {
  /** For the log. */
  name: string;
  /** Returns how many entries it handled. Ends between two batches once `stopping` is aborted. */
  run(stopping: AbortSignal): Promise<number>;
}

/**
 * Runs the steps one after another, so that they do not all use the database at once. A step that fails is logged, and
 * the others run: each keeps a promise of its own about when data is erased. Returns how much was done.
 */
export async function cleanUp(
  steps: readonly CleanUpStep[],
  log: Pick<Log, 'info' | 'error'>,
  stopping: AbortSignal,
): Promise<number> {
  let total = 0;
  for (const { name, run } of steps) {
    if (stopping.aborted) break;
    try {
      const done = await run(stopping);
      if (done > 0) log.info({ job: 'clean up', step: name, done }, 'a step of the cleanup is done');
      total += done;
    } catch (error) {
      // Another process runs the steps now.
      if (isLockLost(error)) throw error;
      log.error({ err: error, job: 'clean up', step: name }, 'a step of the cleanup failed and will run again');
    }
  }
  return total;
}
