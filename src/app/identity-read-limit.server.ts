import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type ApiEnv, sendFailure } from '#src/platform/api.server.ts';
import { fail } from '#src/shared/problem.ts';

/** In seconds. */
const DURATION = 10;
/** From one address: two hundred buyers at a sale's start, whose browsers ask three times each. */
const PER_ADDRESS = 600;
/** Of one session, in however many tabs. */
const PER_SESSION = 60;

/**
 * Limits how often sessions are read and ID tokens made, each of which is a few statements. In memory, since counting them
 * in the database would cost as much.
 */
export function createIdentityReadLimit(hasRate: boolean): MiddlewareHandler<ApiEnv> {
  if (!hasRate) return (_c, next) => next();
  const addresses = new RateLimiterMemory({ points: PER_ADDRESS, duration: DURATION });
  const sessions = new RateLimiterMemory({ points: PER_SESSION, duration: DURATION });
  return async (c, next) => {
    const session = c.req.header('authorization') ?? c.req.header('cookie');
    try {
      await addresses.consume(c.var.clientAddress);
      if (session) await sessions.consume(createHash('sha256').update(session).digest('base64url'));
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const retryAfter = Math.max(1, Math.ceil(error.msBeforeNext / 1_000));
      return sendFailure(c, fail('too_many_requests', { extra: { retryAfter } }));
    }
    await next();
  };
}
