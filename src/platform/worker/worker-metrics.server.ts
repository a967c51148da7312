import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export type JobResult = 'succeeded' | 'failed';

export interface WorkerMetrics {
  claimed(worker: string, jobs: number): void;
  /** Call it when a job begins, and call the returned function with the job's result. */
  begin(worker: string): (result: JobResult) => void;
}

/** Counts what each worker of this process did. */
export function createWorkerMetrics(registry: Registry): WorkerMetrics {
  const common = { labelNames: ['worker'] as const, registers: [registry] };
  const claimed = new Counter({ name: 'worker_jobs_claimed_total', help: 'Jobs claimed.', ...common });
  const results = {
    succeeded: new Counter({ name: 'worker_jobs_succeeded_total', help: 'Jobs that succeeded.', ...common }),
    failed: new Counter({ name: 'worker_jobs_failed_total', help: 'Jobs that failed, retried or not.', ...common }),
  };
  const inFlight = new Gauge({ name: 'worker_jobs_in_flight', help: 'Jobs being run now.', ...common });
  const duration = new Histogram({
    name: 'worker_job_duration_seconds',
    help: 'Time to run a job.',
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60],
    ...common,
  });
  return {
    claimed: (worker, jobs) => claimed.inc({ worker }, jobs),
    begin(worker) {
      inFlight.inc({ worker });
      const end = duration.startTimer({ worker });
      return (result) => {
        end();
        inFlight.dec({ worker });
        results[result].inc({ worker });
      };
    },
  };
}
