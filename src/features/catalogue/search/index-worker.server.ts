import type { Db } from '#src/platform/database.server.ts';
import { createWorker, type Worker } from '#src/platform/worker/worker.server.ts';
import type { WorkerMetrics } from '#src/platform/worker/worker-metrics.server.ts';
import { claimQueuedTools, indexTools } from './index-tools.server.ts';

/** Triggers don't notify anybody, and a change has to be found within a second. */
const POLL_MS = 400;

/** Indexes tools that were changed directly in the database, in bulk, or while no process was running. */
export function createToolSearchWorker(
  { db, log }: { db: Db; log: { error(fields: object, message: string): void } },
  metrics?: WorkerMetrics,
): Worker<'tool-search'> {
  return createWorker({
    name: 'tool-search',
    db,
    log,
    metrics,
    claimMode: 'transaction',
    claim: claimQueuedTools,
    async run(ids, tx) {
      await indexTools(tx, ids);
      return 'succeeded';
    },
    pollMs: POLL_MS,
  });
}
