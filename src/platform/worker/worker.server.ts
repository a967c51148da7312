import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Queryable } from '../database.server.ts';
import { runForShop } from '../request-client.server.ts';
import { backoff } from './backoff.ts';
import type { JobResult, WorkerMetrics } from './worker-metrics.server.ts';

interface WorkerOptions<Job, Name extends string> {
  /** The worker's name in metrics and the log. */
  name: Name;
  db: Db;
  log: { error(fields: object, message: string): void };
  metrics?: WorkerMetrics | undefined;
  /**
   * How a claimed row is kept from other processes. `lease`: the claim commits at once and says until when it lasts;
   * `run` stores its result. `transaction`: claim and run commit together, or not at all.
   */
  claimMode: 'lease' | 'transaction';
  /** Claims at most `limit` due rows for this process. */
  claim(db: Queryable, limit: number): Promise<Job[]>;
  /** Does one job. Throws only if its result could not be stored; in transaction mode, whenever it failed. */
  run(job: Job, db: Queryable, stopping: AbortSignal): Promise<JobResult>;
  /** Makes jobs due again that were claimed while the worker was stopping. Without it, they are run. */
  release?(db: Queryable, jobs: readonly Job[]): Promise<void>;
  /** Records jobs whose transaction was rolled back. The run then ends. */
  onRollback?(db: Queryable, jobs: readonly Job[], error: unknown): Promise<void>;
  /** While it returns true, no job is claimed. */
  isPaused?(): boolean;
  /** How many jobs are claimed by one statement and run together. */
  batchSize?: number;
  /** How many batches run at the same time. */
  concurrency?: number;
  /** The delay from `notify` to the claim, which lets the caller's transaction commit. */
  notifyDelayMs?: number;
  /** How often to look for due rows without a `notify`. */
  pollMs: number;
}

export interface Worker<Name extends string = string> {
  readonly name: Name;
  /** Runs due jobs until none is left. Returns how many succeeded. A call during a run makes it look once more. */
  run(): Promise<number>;
  /**
   * Announces that rows are due, or will be once the caller's transaction commits. Ignored before `listen` and after
   * `stop`.
   */
  notify(): void;
  /** From now on, `notify` has an effect. */
  listen(): void;
  /** Listens, and polls. */
  start(): void;
  /** Resolves when nothing is scheduled or running. */
  idle(): Promise<void>;
  /** Claims no more jobs, and resolves when the current ones are done. */
  stop(): Promise<void>;
}

/** A failed poll is repeated after at most this time, or after the poll interval if that is longer. */
const MAX_POLL_BACKOFF_MS = 5_000;

/**
 * Runs the due rows of one table. Any number of processes can run the same worker: each takes rows that no other has.
 */
export function createWorker<Job, Name extends string>(options: WorkerOptions<Job, Name>): Worker<Name> {
  const { name, db, log, metrics, claim, release, onRollback, pollMs } = options;
  const { batchSize = 1, concurrency = 1, notifyDelayMs = 0 } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  let listening = false;
  let running: Promise<number> | null = null;
  let runAgain = false;
  let scheduled: Promise<void> | null = null;
  let polling: Promise<void> | null = null;

  async function runJob(job: Job, queryable: Queryable): Promise<JobResult> {
    const done = metrics?.begin(name);
    try {
      const result = await options.run(job, queryable, signal);
      done?.(result);
      return result;
    } catch (error) {
      done?.('failed');
      throw error;
    }
  }

  /** Waits for all jobs, even if one throws. */
  async function runJobs(jobs: readonly Job[], queryable: Queryable): Promise<number> {
    metrics?.claimed(name, jobs.length);
    const results = await Promise.allSettled(jobs.map((job) => runJob(job, queryable)));
    const thrown = results.find((result) => result.status === 'rejected');
    if (thrown) throw thrown.reason;
    return results.filter((result) => result.status === 'fulfilled' && result.value === 'succeeded').length;
  }

  /** How many jobs succeeded; null if none was due. */
  async function runLeasedBatch(): Promise<number | null> {
    const jobs = await claim(db, batchSize);
    if (jobs.length === 0) return null;
    if (signal.aborted && release) {
      await release(db, jobs);
      return null;
    }
    return runJobs(jobs, db);
  }

  async function runBatchInTransaction(): Promise<number | null> {
    let jobs: Job[] = [];
    try {
      return await db.transaction(async (tx) => {
        jobs = await claim(tx, batchSize);
        return jobs.length > 0 ? runJobs(jobs, tx) : null;
      });
    } catch (error) {
      if (jobs.length === 0 || !onRollback) throw error;
      await onRollback(db, jobs, error);
      return null;
    }
  }

  const runBatch = options.claimMode === 'lease' ? runLeasedBatch : runBatchInTransaction;

  async function drain(): Promise<number> {
    let succeeded = 0;
    const runBatches = async () => {
      while (!signal.aborted && !options.isPaused?.()) {
        const count = await runBatch();
        if (count === null) return;
        succeeded += count;
      }
    };
    do {
      runAgain = false;
      const results = await Promise.allSettled(Array.from({ length: concurrency }, runBatches));
      const thrown = results.find((result) => result.status === 'rejected');
      if (thrown) throw thrown.reason;
    } while (runAgain && !signal.aborted);
    return succeeded;
  }

  function run(): Promise<number> {
    // A caller during a run may have committed a row that the run has just missed.
    if (running) runAgain = true;
    // The jobs do not belong to the request that announced them.
    running ??= runForShop(drain).finally(() => {
      running = null;
      // Requested between the last look and now.
      if (runAgain && !signal.aborted) void runAndLog();
    });
    return running;
  }

  async function runAndLog(): Promise<boolean> {
    try {
      await run();
      return true;
    } catch (error) {
      log.error({ err: error, worker: name }, 'a worker failed and will run again');
      return false;
    }
  }

  function notify(): void {
    if (!listening || scheduled || signal.aborted) return;
    scheduled = sleep(notifyDelayMs, undefined, { signal, ref: false }).then(
      () => {
        scheduled = null;
        void runAndLog();
      },
      () => {
        scheduled = null;
      },
    );
  }

  async function poll(): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      const pauseMs = backoff(failures + 1, { first: pollMs, max: Math.max(pollMs, MAX_POLL_BACKOFF_MS) });
      await sleep(pauseMs, undefined, { signal }).catch(() => {});
      if (!signal.aborted) failures = (await runAndLog()) ? 0 : failures + 1;
    }
  }

  async function idle(): Promise<void> {
    while (scheduled || running) await (scheduled ?? running?.catch(() => {}));
  }

  return {
    name,
    run,
    notify,
    listen() {
      listening = true;
    },
    start() {
      listening = true;
      polling ??= poll();
      notify();
    },
    idle,
    async stop() {
      stopping.abort();
      await Promise.all([idle(), polling]);
    },
  };
}
