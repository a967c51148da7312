import type { FairLimiter } from '#src/platform/fair-queue.server.ts';
import type { RateLimits } from '#src/platform/rate-limits.server.ts';
import { getNetwork } from '#src/platform/request-client.server.ts';
import { type Failure, fail, type Outcome } from '#src/shared/problem.ts';

/**
 * Counts `points` searches of the request's network before anything is looked up for them. Returns the failure if the network has
 * searched too often or its searches have taken too long, else null.
 */
export async function countSearches(limits: RateLimits, points: number): Promise<Failure | null> {
  const network = getNetwork();
  const retryAfter =
    limits.searchTime.getWait(network) ?? (points > 0 ? await limits.consume('search', network, points) : null);
  return retryAfter === null ? null : fail('too_many_requests', { extra: { retryAfter } });
}

/**
 * Runs a read of the catalog for somebody, in the turn of their network and on its time budget. Since only a few calls
 * run at once, no network gets more of the database than that.
 */
export async function runInTurn<T>(
  limiter: FairLimiter,
  limits: RateLimits,
  work: () => Promise<Outcome<T>>,
  signal?: AbortSignal,
): Promise<Outcome<T>> {
  const network = getNetwork();
  const done = await limiter.run(network, () => limits.searchTime.measure(network, work), signal);
  return done ?? fail('busy');
}
