import type { Context, MiddlewareHandler, Next } from 'hono';
import { toSearchWords } from '#src/shared/pagination.ts';
import { isStaff } from '#src/shared/permissions.ts';
import { fail } from '#src/shared/problem.ts';
import type { ApiEnv } from './api-env.server.ts';
import { sendFailure } from './api-responses.server.ts';
import { runCostlyRead, runListSearch } from './caller-turns.server.ts';
import type { RateLimitName } from './rate-limit-rules.server.ts';

/** One of the shop's limits. It counts by caller or, where nobody is signed in yet, by address. */
export interface Limit {
  name: RateLimitName;
  /** The limit for callers on the staff, if they have another. */
  forStaff?: RateLimitName;
  by: 'caller' | 'address';
}

/** Rejects a request beyond the limit and says how long to wait. */
export function rateLimit({ name, forStaff = name, by }: Limit): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const limit = by === 'caller' && isStaff(c.var.caller.role) ? forStaff : name;
    const retryAfter = await c.var.limits.consume(limit, by === 'caller' ? c.var.caller.userId : c.var.clientAddress);
    if (retryAfter) return sendFailure(c, fail('too_many_requests', { extra: { retryAfter } }));
    await next();
  };
}

const limitWrites = rateLimit({ name: 'write', forStaff: 'staffWrite', by: 'caller' });
const limitPublicWrites = rateLimit({ name: 'publicWrite', by: 'address' });

/** Limits the caller's writes, so that no account can keep the shop busy without end. */
export const boundWrites: MiddlewareHandler<ApiEnv> = (c, next) =>
  c.get('caller') ? limitWrites(c, next) : limitPublicWrites(c, next);

const limitPages = rateLimit({ name: 'listPage', by: 'address' });

/**
 * Limits how fast a client can page through a list, since there is no end of such pages. Cached responses do not get
 * here.
 */
export const boundWalk: MiddlewareHandler<ApiEnv> = (c, next) =>
  c.req.query('cursor') === undefined && c.req.query('before') === undefined ? next() : limitPages(c, next);

/** Limits the caller's searches, in number and at once. A list without words in `q` is not a search. */
export const boundSearches: MiddlewareHandler<ApiEnv> = async (c, next) => {
  if (toSearchWords(c.req.query('q')).length === 0) return next();
  const retryAfter = await c.var.limits.consume('listSearch', c.var.caller.userId);
  if (retryAfter) return sendFailure(c, fail('too_many_requests', { extra: { retryAfter } }));
  return continueInTurn(c, next, runListSearch);
};

export const limitCostlyReads = rateLimit({ name: 'costlyRead', by: 'caller' });

/** Lets accounts take turns. */
export const runCostlyReadInTurn: MiddlewareHandler<ApiEnv> = (c, next) => continueInTurn(c, next, runCostlyRead);

/** Continues when it is the caller's turn. */
async function continueInTurn(
  c: Context<ApiEnv>,
  next: Next,
  run: typeof runListSearch,
): Promise<Response | undefined> {
  const work = async () => {
    await next();
    return true;
  };
  const done = await run(c.var.caller, work, c.req.raw.signal);
  return done ? undefined : sendFailure(c, fail('busy'));
}
