import type { AdvisoryLocks } from '../advisory-locks.server.ts';
import { runBehindFence } from '../request-client.server.ts';
import type { RunAlone } from './daily-runs.server.ts';
import { toJobLock } from './job-locks.ts';

/**
 * Lets one process at a time run a job, under a lock that a dying process loses by itself. Whatever the job writes to
 * the database passes the lock's fence, so a process that has lost the lock without knowing writes nothing more.
 */
export function createRunAlone(locks: Pick<AdvisoryLocks, 'tryAcquire'>): RunAlone {
  return async (job, work) => {
    const held = await locks.tryAcquire(toJobLock(job));
    if (!held) return 0;
    try {
      return await runBehindFence(held.fence, () => work(held.lost));
    } finally {
      await held.release();
    }
  };
}
