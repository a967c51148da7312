import { setTimeout as pause } from 'node:timers/promises';
import {
  advanceImport,
  ClaimLost,
  claimImports,
  MAX_ATTEMPTS,
  releaseImport,
} from '#src/features/imports/queries.server.ts';
import type { StoredImportState } from '#src/features/imports/rules.ts';
import type { ImportRow } from '#src/features/imports/tables.server.ts';
import { UnreadableFile } from '#src/features/imports/unreadable-file.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { freeMemory } from '#src/platform/long-work.server.ts';
import { createWorker, type Worker } from '#src/platform/worker/worker.server.ts';
import type { JobResult, WorkerMetrics } from '#src/platform/worker/worker-metrics.server.ts';
import { checkImport } from './check-import.server.ts';
import { countWritten } from './store-outcomes.server.ts';
import { undoRows } from './undo-import.server.ts';
import { writeRows } from './write-import.server.ts';

/** Rows of one transaction: their tools are locked for as long as it takes. */
const BATCH_SIZE = 100;
/** After a batch nothing is done for as long as it took, within these bounds in ms: lists and orders go first. */
const MIN_PAUSE_MS = 5;
const MAX_PAUSE_MS = 500;
const POLL_MS = 2_000;

const GIVEN_UP: Partial<Record<StoredImportState, string>> = {
  checking:
    'The shop could not check this file, several times. Please upload it again, or split it. The log says what happened.',
  importing:
    'The shop could not go on with this import, several times. What was written stays written. Please undo it, or upload the file again for what is missing. The log says what happened.',
  undoing:
    'The shop could not go on with this undo, several times. What was taken back stays so. Please undo the rest again. The log says what happened.',
};

/** Says so where a job fails for reasons of its own, again and again. */
async function giveUp(db: AppContext['db'], job: ImportRow): Promise<void> {
  const { creates, changes } = job.state === 'importing' ? await countWritten(db, job.id) : job;
  await advanceImport(db, job, {
    state: 'failed',
    failure: GIVEN_UP[job.state] ?? null,
    creates,
    changes,
    claim: null,
    claimedUntil: null,
  });
}

/** Checks, writes and undoes imports, one at a time, in batches that go on wherever a run before was killed. */
export function createImportWorker(
  context: Pick<AppContext, 'db' | 'log'>,
  metrics?: WorkerMetrics,
  { batchSize = BATCH_SIZE } = {},
): Worker<'imports'> {
  return createWorker({
    name: 'imports',
    db: context.db,
    log: context.log,
    metrics,
    claimMode: 'lease',
    claim: (db, limit) => claimImports(db, limit),
    run: (job, _db, stopping) => runImport(context, job, batchSize, stopping),
    release: async (db, jobs) => {
      for (const job of jobs) await releaseImport(db, job);
    },
    pollMs: POLL_MS,
  });
}

async function runImport(
  context: Pick<AppContext, 'db' | 'log'>,
  job: ImportRow,
  batchSize: number,
  stopping: AbortSignal,
): Promise<JobResult> {
  const { db } = context;
  try {
    if (job.attempts > MAX_ATTEMPTS) {
      await giveUp(db, job);
      return 'failed';
    }
    if (job.state === 'checking') {
      if ((await checkImport(context, job, stopping)) === 'stopped') await releaseImport(db, job);
      return 'succeeded';
    }
    const step = job.state === 'undoing' ? undoRows : writeRows;
    for (;;) {
      const began = performance.now();
      if ((await step(context, job, batchSize)) === 0) return 'succeeded';
      if (stopping.aborted) {
        await releaseImport(db, job);
        return 'succeeded';
      }
      await freeMemory();
      await pause(Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, performance.now() - began)));
    }
  } catch (error) {
    // Another run, or an admin, has it in hand now.
    if (error instanceof ClaimLost) return 'succeeded';
    if (!(error instanceof UnreadableFile)) throw error;
    await advanceImport(db, job, { state: 'failed', failure: error.message, claim: null, claimedUntil: null });
    return 'failed';
  }
}
