import type { FairLimiter } from '#src/platform/fair-queue.server.ts';
import { type Failure, fail, type Outcome } from '#src/shared/problem.ts';
import type { Searcher } from './search-misses.server.ts';

/**
 * Counts `points` searches of a network before anything is looked up for them. Returns the failure if the network has
 * searched too often or its searches have taken too long, else null.
 */
export async function countSearches({ limits, clientAddress }: Searcher, points: number): Promise<Failure | null> {
  const retryAfter =
    limits.searchTime.getWait(clientAddress) ??
    (points > 0 ? await limits.consume('search', clientAddress, points) : null);
  return retryAfter === null ? null : fail('too_many_requests', { extra: { retryAfter } });
}

/**
 * Runs a read of the catalog for somebody, in the turn of their network and on its time budget. Since only a few calls
 * run at once, no network gets more of the database than that.
 */
export async function runInTurn<T>(
  limiter: FairLimiter,
  { limits, clientAddress }: Searcher,
  work: () => Promise<Outcome<T>>,
  signal?: AbortSignal,
): Promise<Outcome<T>> {
  const done = await limiter.run(clientAddress, () => limits.searchTime.measure(clientAddress, work), signal);
  return done ?? fail('busy');
}
