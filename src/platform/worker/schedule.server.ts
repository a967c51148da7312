import { setTimeout as sleep } from 'node:timers/promises';

export interface ScheduledJob {
  name: string;
  /** From the end of one run to the start of the next. */
  intervalMs: number;
  /** Returns how much was done, for the log. `stopping` ends a run between two items. */
  run(stopping: AbortSignal): Promise<number>;
  /** Runs at the start, too, not only after the first interval. */
  immediate?: boolean;
  /** Every process runs it, also while another does. */
  everywhere?: boolean;
}

interface ScheduleOptions {
  log: { info(fields: object, message: string): void; error(fields: object, message: string): void };
  /** Runs `work` unless another process does; then returns 0. */
  alone?(name: string, work: () => Promise<number>): Promise<number>;
}

export interface Schedule {
  /** Starts nothing more, and resolves when the current runs have ended. */
  stop(): Promise<void>;
}

/** Repeats each job. What is due is a state in the database, so the next run makes up for a missed one. */
export function startSchedule(jobs: readonly ScheduledJob[], { log, alone }: ScheduleOptions): Schedule {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function runAndLog({ name, run, everywhere }: ScheduledJob): Promise<void> {
    try {
      const done = await (everywhere || !alone ? run(signal) : alone(name, () => run(signal)));
      if (done > 0) log.info({ job: name, done }, 'a scheduled job is done');
    } catch (error) {
      log.error({ err: error, job: name }, 'a scheduled job failed and will run again');
    }
  }

  async function repeat(job: ScheduledJob): Promise<void> {
    if (job.immediate) await runAndLog(job);
    while (!signal.aborted) {
      await sleep(job.intervalMs, undefined, { signal }).catch(() => {});
      if (!signal.aborted) await runAndLog(job);
    }
  }

  const loops = jobs.map(repeat);
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}
