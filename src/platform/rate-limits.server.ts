import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Log } from './log.server.ts';

/** Every limit of the shop: `points` per `duration` in seconds, counted per key (account, address, user). */
const LIMITS = {
  /** Failed passwords of one account, from anywhere. */
  signInAccount: { points: 10, duration: 900 },
  /** Sign-in attempts from one address. */
  signInAddress: { points: 300, duration: 900 },
  signUpAddress: { points: 300, duration: 3600 },
  exchangeAddress: { points: 600, duration: 300 },
  /** Calls of the card form from one address. */
  cardAddress: { points: 300, duration: 300 },
  upload: { points: 60, duration: 3600 },
  order: { points: 120, duration: 60 },
  payment: { points: 60, duration: 60 },
  /** Payments that one admin syncs with the card provider. */
  paymentCheck: { points: 60, duration: 60 },
  review: { points: 20, duration: 3600 },
  /** Emails that one address can cause. */
  mail: { points: 10, duration: 3600 },
  /** Searches of the catalogue from one address: one for nearly each letter somebody types. */
  search: { points: 300, duration: 60 },
  /** Quote requests and messages from one address, which may be a whole office's. */
  enquiry: { points: 60, duration: 3600 },
  /** Newsletter forms sent from one address. */
  newsletter: { points: 60, duration: 3600 },
  /** Exports of one owner. */
  export: { points: 20, duration: 3600 },
  /** Probes of hosted systems by hand. */
  probe: { points: 20, duration: 60 },
  /** Emails of one kind to one mailbox, which anybody can cause by typing its address. */
  automaticMail: { points: 5, duration: 86_400, keyPrefix: 'letter' },
  /** The same from one network, to whatever mailboxes. */
  automaticMailAddress: { points: 100, duration: 86_400 },
} as const;

export type RateLimitName = keyof typeof LIMITS;

export interface RateLimits {
  /** Counts one attempt. Returns how many seconds to wait when it is one too many, else null. */
  consume(name: RateLimitName, key: string): Promise<number | null>;
  /** Starts to count from zero. */
  reset(name: RateLimitName, key: string): Promise<void>;
}

/** Counted in PostgreSQL, so that all processes of a shop count together. In memory while it is unavailable. */
export function createRateLimits(pool: Pool, enabled: boolean, log: Log): RateLimits {
  if (!enabled) return { consume: async () => null, reset: async () => {} };
  const limiters = new Map<RateLimitName, RateLimiterPostgres>();
  for (const [name, limit] of Object.entries(LIMITS)) {
    limiters.set(
      name as RateLimitName,
      new RateLimiterPostgres({
        storeClient: pool,
        tableName: 'rate_limits',
        tableCreated: true,
        keyPrefix: name,
        clearExpiredByTimeout: false,
        insuranceLimiter: new RateLimiterMemory({ keyPrefix: name, ...limit }),
        ...limit,
      }),
    );
  }
  const of = (name: RateLimitName) => limiters.get(name) as RateLimiterPostgres;
  return {
    async consume(name, key) {
      try {
        await of(name).consume(toCounterKey(key));
        return null;
      } catch (error) {
        if (error instanceof RateLimiterRes) return toSeconds(error);
        log.warn({ err: error, limit: name }, 'a rate limit could not be counted');
        return null;
      }
    },
    async reset(name, key) {
      await of(name).delete(toCounterKey(key));
    },
  };
}

/** An email address is counted under its hash, which names nobody and has a fixed length. */
export function toCounterKey(key: string): string {
  return key.includes('@') ? createHash('sha256').update(key).digest('base64url') : key;
}

/** Deletes expired counters. */
export async function deleteExpiredRateLimits(pool: Pool): Promise<void> {
  await pool.query('delete from rate_limits where expire < $1', [Date.now()]);
}

function toSeconds(state: RateLimiterRes): number {
  return Math.max(1, Math.ceil(state.msBeforeNext / 1000));
}
