import { setTimeout as sleep } from 'node:timers/promises';
import { isLockLost } from '../fence.server.ts';
import { createDailyRun, type DailyClock, type RunAlone, type TimeOfDay } from './daily-runs.server.ts';

interface Job {
  name: string;
  /**
   * Returns how much was done, for the log. `stopping` ends a run between two items: the shop is stopping, or the lock
   * of the job was lost.
   */
  run(stopping: AbortSignal): Promise<number>;
}

interface RepeatedJob extends Job {
  /** From the end of one run to the start of the next. */
  intervalMs: number;
  /** Also runs at the start, not only after the first interval. */
  immediate?: boolean;
  /** Every process runs it, even while another does. */
  everywhere?: boolean;
}

interface DailyJob extends Job {
  /** In the shop's time zone. One run makes up for missed ones. */
  dailyAt: TimeOfDay;
}

export type ScheduledJob = RepeatedJob | DailyJob;

/** Without other processes, nobody can take over a job. */
const NEVER = new AbortController().signal;

/** How often the schedule checks whether a daily job is due. */
const CLOCK_CHECK_MS = 20_000;

interface ScheduleOptions {
  log: { info(fields: object, message: string): void; error(fields: object, message: string): void };
  alone?: RunAlone;
  /** For daily jobs. */
  clock?: DailyClock;
}

export interface Schedule {
  /** Starts no more runs, and resolves when the current ones have ended. */
  stop(): Promise<void>;
}

/** Repeats each job. What is due is stored in the database, so the next run makes up for a missed one. */
export function startSchedule(jobs: readonly ScheduledJob[], { log, alone, clock }: ScheduleOptions): Schedule {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function runAndLog({ name, run, everywhere }: RepeatedJob): Promise<void> {
    try {
      const done = await (everywhere || !alone
        ? run(signal)
        : alone(name, (lost) => run(AbortSignal.any([signal, lost]))));
      if (done > 0) log.info({ job: name, done }, 'a scheduled job is done');
    } catch (error) {
      if (isLockLost(error)) log.info({ job: name }, 'a scheduled job lost its lock and was stopped');
      else log.error({ err: error, job: name }, 'a scheduled job failed and will run again');
    }
  }

  async function repeat(job: RepeatedJob): Promise<void> {
    if (job.immediate) await runAndLog(job);
    while (!signal.aborted) {
      await sleep(job.intervalMs, undefined, { signal }).catch(() => {});
      if (!signal.aborted) await runAndLog(job);
    }
  }

  function toRepeated(job: ScheduledJob): RepeatedJob {
    if (!('dailyAt' in job)) return job;
    if (!clock) throw new Error(`${job.name} needs a clock`);
    const run = createDailyRun(job, clock, alone ?? ((_, work) => work(NEVER)));
    // It takes the lock itself, unless it knows that its day is done.
    return { name: job.name, intervalMs: CLOCK_CHECK_MS, immediate: true, everywhere: true, run };
  }

  const loops = jobs.map((job) => repeat(toRepeated(job)));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}
