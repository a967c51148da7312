import { setTimeout as pause } from 'node:timers/promises';
import {
  advanceImport,
  ClaimLost,
  claimImports,
  FRESH,
  hasClaim,
  keepClaim,
  MAX_ATTEMPTS,
  MAX_CRASHES,
  noteCrash,
  noteFailedRun,
  readPieces,
  releaseImport,
} from '#src/features/imports/queries.server.ts';
import type { StoredImportState } from '#src/features/imports/rules.ts';
import type { ImportRow } from '#src/features/imports/tables.server.ts';
import { UnreadableFile } from '#src/features/imports/unreadable-file.ts';
import type { AppContext } from '#src/flows/app-context.server.ts';
import { freeMemory } from '#src/platform/long-work.server.ts';
import { ThreadEnded } from '#src/platform/thread.server.ts';
import { createWorker, type Worker } from '#src/platform/worker/worker.server.ts';
import type { JobResult, WorkerMetrics } from '#src/platform/worker/worker-metrics.server.ts';
import { checkImport } from './check-import.server.ts';
import { createFileReader, type FileReader, type FileReaderOptions } from './file-reader.server.ts';
import { countWritten } from './store-outcomes.server.ts';
import { undoRows } from './undo-import.server.ts';
import { writeRows } from './write-import.server.ts';

/** Rows per transaction: their tools are locked during it. */
const BATCH_SIZE = 100;
/**
 * After a batch, the worker pauses for as long as the batch took, within these bounds in ms: lists and orders take
 * precedence.
 */
const MIN_PAUSE_MS = 5;
const MAX_PAUSE_MS = 500;
const POLL_MS = 2_000;

/**
 * In ms: how often a check renews its claim and notices that its import was deleted or mapped again. A step may take
 * long.
 */
const WATCH_MS = 1_000;

const STOPPED: Partial<Record<StoredImportState, string>> = {
  checking:
    'The shop tried several times but could not check this file. Please try again, or delete it and split the file. See the log for details.',
  importing:
    'The shop tried several times but could not finish this import. Products already imported stay. Please try again, or undo the import. See the log for details.',
  undoing:
    'The shop tried several times but could not finish this undo. Products already undone stay undone. Please try again. See the log for details.',
};

/** Reports a job that fails again and again for reasons of its own. Nobody claims it until an admin retries it. */
async function stopImport({ db, log }: Context, job: ImportRow): Promise<void> {
  const { creates, changes } = job.state === 'importing' ? await countWritten(db, job.id) : job;
  await advanceImport(db, job, {
    state: 'stopped',
    failure: STOPPED[job.state] ?? null,
    creates,
    changes,
    ...(job.state === 'checking' ? { rows: job.crashedAtRow ?? 0 } : {}),
    ...FRESH,
  });
  const { id, state, attempts, crashedAtRow: row } = job;
  log.error({ import: id, state, attempts, row }, 'an import was stopped, and waits for an admin');
}

type Context = Pick<AppContext, 'db' | 'log'>;

/** Checks, writes and undoes imports, one at a time, in batches that continue wherever an earlier run was killed. */
export function createImportWorker(
  context: Context,
  metrics?: WorkerMetrics,
  { batchSize = BATCH_SIZE, ...reading }: { batchSize?: number } & FileReaderOptions = {},
): Worker<'imports'> {
  const reader = createFileReader(reading);
  const worker = createWorker<ImportRow, 'imports'>({
    name: 'imports',
    db: context.db,
    log: context.log,
    metrics,
    claimMode: 'lease',
    claim: (db, limit) => claimImports(db, limit),
    run: (job, _db, stopping) => runImport(context, job, { batchSize, reader, stopping }),
    release: async (db, jobs) => {
      for (const job of jobs) await releaseImport(db, job);
    },
    pollMs: POLL_MS,
  });
  return {
    ...worker,
    async stop() {
      await worker.stop();
      await reader.stop();
    },
  };
}

interface Run {
  batchSize: number;
  reader: FileReader;
  stopping: AbortSignal;
}

async function runImport(context: Context, job: ImportRow, run: Run): Promise<JobResult> {
  try {
    if (job.attempts > MAX_ATTEMPTS || job.crashes >= MAX_CRASHES) {
      await stopImport(context, job);
      return 'failed';
    }
    if (job.state === 'checking') await checkUnlessEnded(context, job, run);
    else await goThrough(context, job, run);
    return 'succeeded';
  } catch (error) {
    return noteError(context, job, { error, stopping: run.stopping });
  }
}

/** Stores why a run ended early. Throws the error if it is the shop's fault. */
async function noteError(
  { db, log }: Context,
  job: ImportRow,
  { error, stopping }: { error: unknown; stopping: AbortSignal },
): Promise<JobResult> {
  // Another run or an admin has taken over. If the import was deleted during a run, any of the run's steps may have
  // failed.
  if (error instanceof ClaimLost || (await hasClaim(db, job).catch(() => true)) === false) return 'succeeded';
  if (error instanceof UnreadableFile) {
    await advanceImport(db, job, { state: 'failed', failure: error.message, ...FRESH });
    return 'failed';
  }
  const isEnded = error instanceof ThreadEnded;
  if (stopping.aborted && (isEnded || error === stopping.reason)) {
    await releaseImport(db, job);
    return 'succeeded';
  }
  if (!isEnded) {
    await noteFailedRun(db, job).catch(() => {});
    throw error;
  }
  log.error({ import: job.id, reason: error.message }, 'a file could not be read, and its thread was ended');
  await noteCrash(db, job);
  return 'failed';
}

/** Checks a file. The thread that reads it is ended when the shop stops or when the check is no longer needed. */
async function checkUnlessEnded({ db }: Context, job: ImportRow, { reader, stopping }: Run): Promise<void> {
  const claim = holdClaim(db, job);
  try {
    const signal = AbortSignal.any([stopping, claim.lost]);
    const file = reader.read(() => readPieces(db, job.id), signal);
    await checkImport({ db }, job, file, signal);
  } finally {
    await claim.end();
  }
}

/**
 * Keeps the claim of a run until `end`, however long a step takes. `lost` is aborted when the run no longer has the
 * claim.
 */
function holdClaim(db: Context['db'], job: ImportRow): { lost: AbortSignal; end: () => Promise<void> } {
  const lost = new AbortController();
  const ended = new AbortController();
  const hold = async () => {
    for (;;) {
      await pause(WATCH_MS, undefined, { signal: ended.signal }).catch(() => {});
      if (ended.signal.aborted) return;
      if (!(await keepClaim(db, job).catch(() => true))) return lost.abort();
    }
  };
  const holding = hold();
  return {
    lost: lost.signal,
    end() {
      ended.abort();
      return holding;
    },
  };
}

/** Writes or undoes batch by batch. */
async function goThrough(context: Context, job: ImportRow, { batchSize, stopping }: Run): Promise<void> {
  const step = job.state === 'undoing' ? undoRows : writeRows;
  for (;;) {
    const began = performance.now();
    if ((await step(context, job, batchSize)) === 0) return;
    if (stopping.aborted) return releaseImport(context.db, job);
    await freeMemory();
    await pause(Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, performance.now() - began)));
  }
}
