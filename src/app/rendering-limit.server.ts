import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { createClientLimiter } from '#src/platform/concurrency-limiter.server.ts';
import { Overloaded } from '#src/platform/overloaded.server.ts';
import { shareLimiter } from '#src/platform/rate-limits.server.ts';
import type { ComputeLimit } from '#src/platform/response-cache/cacheable-routes.server.ts';
import { type CountSharing, UNSHARED } from '#src/platform/worker-processes/count-sharing.server.ts';

/** The pages that are rendered for one network at the same time, and that wait. */
const CONCURRENCY = { maxConcurrent: 3, maxQueued: 60 };
/**
 * Pages rendered for one network per `duration`, in seconds: enough for an office of a hundred people, or a crawler.
 * Counted in memory, since counting in the database costs as much as a page.
 */
const RATE = { points: 100, duration: 10 };

/**
 * Limits how many pages are rendered for one network, since rendering takes everybody's time. Cached pages do not
 * count.
 */
export function createRenderingLimit(hasRate: boolean, sharing: CountSharing = UNSHARED): ComputeLimit {
  const limiter = createClientLimiter(CONCURRENCY.maxConcurrent, CONCURRENCY.maxQueued);
  const rate = shareLimiter(new RateLimiterMemory(RATE), 'rendering', sharing);
  return async (c, work) => {
    const { clientAddress } = c.var;
    if (hasRate) await rate.consume(clientAddress).catch(rejectBeyondRate);
    const rendered = await limiter.run(clientAddress, async () => {
      // A client that has disconnected in the meantime needs no page.
      if (c.req.raw.signal.aborted) throw new Overloaded('busy', 1);
      return { value: await work() };
    });
    if (!rendered) throw new Overloaded('busy', 1);
    return rendered.value;
  };
}

function rejectBeyondRate(state: unknown): never {
  if (!(state instanceof RateLimiterRes)) throw state;
  throw new Overloaded('too_many_requests', Math.max(1, Math.ceil(state.msBeforeNext / 1000)));
}
