import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Log } from './log.server.ts';
import { RATE_LIMITS, type RateLimit, type RateLimitName } from './rate-limit-rules.server.ts';
import { createRememberedRejections } from './remembered-rejections.server.ts';
import { createTimeBudgets, type TimeBudgets, UNLIMITED_TIME } from './time-budgets.server.ts';
import { type CountSharing, UNSHARED } from './worker-processes/count-sharing.server.ts';

export interface RateLimits {
  /**
   * Counts one attempt, or one that costs more points. Returns how many seconds to wait if it exceeds the limit,
   * otherwise null.
   */
  consume(name: RateLimitName, key: string, points?: number): Promise<number | null>;
  /** Takes back one attempt that was let through. */
  uncount(name: RateLimitName, key: string): Promise<void>;
  /** Resets the count to zero. */
  reset(name: RateLimitName, key: string): Promise<void>;
  /** The computing time for a network's searches, by its address. Counted on this machine only. */
  searchTime: TimeBudgets;
}

/**
 * Half a core, with bursts of 20 s. Two hundred people behind one address who search as fast as `search` and `suggest`
 * allow take 0.3 of a core.
 */
const SEARCH_TIME = { burstMs: 20_000, msPerSecond: 500, maxClients: 20_000 };

/**
 * How many keys beyond a limit a process remembers. Each has cost its client more requests than the limit has points.
 */
const MAX_REMEMBERED = 20_000;

/**
 * Counts in PostgreSQL, so that all processes of a shop count together, and in memory while it is unavailable. Clients
 * beyond a limit cost no queries until they may try again.
 */
export function createRateLimits(pool: Pool, enabled: boolean, log: Log, sharing: CountSharing = UNSHARED): RateLimits {
  if (!enabled)
    return { consume: async () => null, uncount: async () => {}, reset: async () => {}, searchTime: UNLIMITED_TIME };
  const createLimiter = (name: string, { inMemory, ...limit }: RateLimit): RateLimiterAbstract => {
    const inProcess = new RateLimiterMemory({ keyPrefix: name, ...limit });
    if (inMemory) return shareLimiter(inProcess, name, sharing);
    return new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: name,
      clearExpiredByTimeout: false,
      insuranceLimiter: inProcess,
      ...limit,
    });
  };
  const limiters = new Map<RateLimitName, RateLimiterAbstract>();
  const pauseLimiters = new Map<RateLimitName, RateLimiterAbstract>();
  for (const [key, limit] of Object.entries<RateLimit>(RATE_LIMITS)) {
    const name = key as RateLimitName;
    limiters.set(name, createLimiter(name, limit));
    if (limit.pauses)
      pauseLimiters.set(name, createLimiter(toPauseName(name), { points: 1, duration: limit.duration }));
  }
  const of = (name: RateLimitName) => limiters.get(name) as RateLimiterAbstract;
  const rejections = createRememberedRejections(MAX_REMEMBERED);
  const toRejectionKey = (name: RateLimitName, key: string) => `${name}:${toCounterKey(key)}`;
  // Other processes can take back password attempts and reset a mailbox's counters.
  const isRemembered = (name: RateLimitName, key: string) => !pauseLimiters.has(name) && !key.includes('@');

  /** Counts an attempt beyond the points. If many arrive at once, one passes, and its pause begins now. */
  async function consumePause(name: RateLimitName, key: string, beyond: number): Promise<void> {
    const { pauses = [] }: RateLimit = RATE_LIMITS[name];
    const customDuration = pauses[Math.min(beyond, pauses.length - 1)] ?? 0;
    await pauseLimiters.get(name)?.consume(key, 1, { customDuration });
  }

  async function consumePaced(name: RateLimitName, key: string): Promise<void> {
    const { points } = RATE_LIMITS[name];
    const counted = (await of(name).get(key))?.consumedPoints ?? 0;
    if (counted >= points) {
      await consumePause(name, key, counted - points);
      await of(name).penalty(key);
      return;
    }
    const state = await of(name).penalty(key);
    if (state.consumedPoints <= points) return;
    // Other attempts used up the points at the same time.
    await consumePause(name, key, 0).catch(async (error) => {
      await of(name).reward(key);
      throw error;
    });
  }

  return {
    searchTime: createTimeBudgets(SEARCH_TIME, {}, sharing),
    async consume(name, key, points = 1) {
      const wait = rejections.getWait(toRejectionKey(name, key));
      if (wait !== null) return toSeconds(wait);
      try {
        if (pauseLimiters.has(name)) await consumePaced(name, toCounterKey(key));
        else await of(name).consume(toCounterKey(key), points);
        return null;
      } catch (error) {
        if (error instanceof RateLimiterRes) {
          if (isRemembered(name, key)) rejections.remember(toRejectionKey(name, key), error.msBeforeNext);
          return toSeconds(error.msBeforeNext);
        }
        log.warn({ err: error, limit: name }, 'a rate limit could not be counted');
        return null;
      }
    },
    async uncount(name, key) {
      rejections.forget(toRejectionKey(name, key));
      await of(name)
        .reward(toCounterKey(key))
        .catch((error) => log.warn({ err: error, limit: name }, 'a count of a rate limit could not be undone'));
    },
    async reset(name, key) {
      rejections.forget(toRejectionKey(name, key));
      await of(name).delete(toCounterKey(key));
      await pauseLimiters.get(name)?.delete(toCounterKey(key));
    },
  };
}

/** Counts together with the other workers of this machine. */
export function shareLimiter(
  limiter: RateLimiterMemory,
  name: string,
  sharing: CountSharing,
): Pick<RateLimiterMemory, keyof RateLimiterMemory> {
  const tellOthers = sharing.share(`limit ${name}`, (key, points) => void limiter.penalty(key, points));
  const consume = limiter.consume.bind(limiter);
  limiter.consume = (key, points = 1, options) => {
    tellOthers(String(key), points);
    return consume(key, points, options);
  };
  return limiter;
}

/** An email address is counted by its hash, which reveals nobody and has a fixed length. */
export function toCounterKey(key: string): string {
  return key.includes('@') ? createHash('sha256').update(key).digest('base64url') : key;
}

export async function resetCountersOf(pool: Pool, email: string): Promise<void> {
  await pool.query("delete from rate_limits where split_part(key, ':', 2) = $1", [toCounterKey(email)]);
}

/**
 * Deletes what has expired, and counters that end later than their limit allows: a clock that was ahead made them, and
 * their clients would be turned away until it is that late.
 */
export async function deleteExpiredRateLimits(pool: Pool): Promise<number> {
  const limits = Object.entries<RateLimit>(RATE_LIMITS).flatMap(
    ([name, { duration, keyPrefix = name, pauses = [] }]) => [
      { name: keyPrefix, longest: duration },
      { name: toPauseName(name), longest: Math.max(duration, ...pauses) },
    ],
  );
  const now = Date.now();
  const expired = await pool.query('delete from rate_limits where expire < $1', [now]);
  const ahead = await pool.query(
    `delete from rate_limits using unnest($2::text[], $3::int[]) as l (name, longest)
     where l.name = split_part(key, ':', 1) and expire > $1 + l.longest::bigint * 1000`,
    [now, limits.map(({ name }) => name), limits.map(({ longest }) => longest)],
  );
  return (expired.rowCount ?? 0) + (ahead.rowCount ?? 0);
}

function toPauseName(name: string): string {
  return `${name}Pause`;
}

function toSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}
