import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { Log } from './log.server.ts';
import { createRememberedRejections } from './remembered-rejections.server.ts';
import { createTimeBudgets, type TimeBudgets, UNLIMITED_TIME } from './time-budgets.server.ts';

interface Limit {
  points: number;
  /** Seconds, from the first point. Further attempts never lengthen them. */
  duration: number;
  keyPrefix?: string;
  /** Of one process, for what costs no more than counting it in the database would. */
  inMemory?: true;
  /** Beyond `points` one attempt is let through after each of these pauses in seconds. The last one repeats. */
  pauses?: readonly number[];
}

const DAY = 86_400;

/** Every limit of the shop: `points` per `duration`, counted per key (account, address, user). */
const LIMITS = {
  /** Wrong passwords of one account: from a browser known to it, from one network, from all unknown browsers. */
  passwordBrowser: { points: 10, duration: DAY, pauses: [60, 120, 240, 480, 900, 1800, 3600] },
  passwordNetwork: { points: 5, duration: DAY, pauses: [60, 120, 240, 480, 900, 1800, 3600] },
  // More than one network gets in a day: one alone shuts out no other.
  passwordAccount: { points: 100, duration: DAY, pauses: [60, 120, 240, 480, 900] },
  /** Sign-in attempts from one address. */
  signInAddress: { points: 300, duration: 900 },
  /** The same of browsers known to the account, so that a stranger in their network does not use theirs up. */
  knownBrowserAddress: { points: 300, duration: 900 },
  signUpAddress: { points: 300, duration: DAY },
  exchangeAddress: { points: 600, duration: 300 },
  /** Calls of the card form from one address. */
  cardAddress: { points: 300, duration: 300 },
  upload: { points: 60, duration: 3600 },
  /** Writes of one account, in each call that has no limit of its own. */
  write: { points: 240, duration: 60 },
  /** The same of an admin, who ships hundreds of orders in a few minutes, with a program or without. */
  adminWrite: { points: 1_200, duration: 60 },
  /** The same of one address where nobody is signed in. It may be a whole office's. */
  publicWrite: { points: 600, duration: 60 },
  order: { points: 120, duration: 60 },
  /** Lines of purchases of several that one customer places: each stays on record, canceled ones too. */
  orderLine: { points: 3_000, duration: 3600 },
  payment: { points: 60, duration: 60 },
  /** Payments that one admin syncs with the card provider. */
  paymentCheck: { points: 60, duration: 60 },
  /** Refunds that one admin makes. */
  refund: { points: 60, duration: 60 },
  review: { points: 20, duration: 3600 },
  /** Changes of one writer's reviews: each has the home page computed anew. */
  reviewChange: { points: 60, duration: 3600 },
  /** Changes of one customer's address book. */
  addressChange: { points: 240, duration: 3600 },
  /** Requests for an email from one address, by kind. Whether an email follows is nobody's business. */
  confirmRequest: { points: 100, duration: DAY },
  resetRequest: { points: 100, duration: DAY },
  signUpRequest: { points: 100, duration: DAY },
  // Emails written to one mailbox. As long as their link is valid: while no more are written, the last link works.
  confirmMail: { points: 10, duration: DAY },
  resetMail: { points: 5, duration: 3600 },
  accountExistsMail: { points: 3, duration: DAY },
  /** Searches of the catalog from one address: one for nearly each letter somebody types. */
  search: { points: 300, duration: 60 },
  /** Suggestions while somebody types. Apart, so that typing does not use up the searches. */
  suggest: { points: 600, duration: 60 },
  /** Pages by cursor of public lists, for one address: a crawler reads 10 a second, 100 entries each. */
  listPage: { points: 600, duration: 60 },
  /** Searches of one person in orders, users, payments or the inbox. */
  listSearch: { points: 300, duration: 60 },
  /** Costly reads of one account, such as a hundred orders with their lines. */
  costlyRead: { points: 600, duration: 60, inMemory: true },
  /** Reads of sessions and ID tokens from one address: two hundred buyers at a sale's start, whose browsers ask three times each. */
  identityRead: { points: 600, duration: 10, inMemory: true },
  /** The same of one session, in however many tabs. */
  sessionRead: { points: 60, duration: 10, inMemory: true },
  /** Searches without a result that one network adds to what the owner reads. The other: the same one again. */
  searchMiss: { points: 100, duration: DAY },
  sameSearchMiss: { points: 1, duration: DAY },
  /** Writes of one customer’s basket: one for each press of a stepper. */
  basket: { points: 300, duration: 60 },
  /** Baskets of browsers that are priced for one address, which may be a whole office’s. */
  basketPreview: { points: 600, duration: 60 },
  /** Quote requests and messages from one address, which may be a whole office's. */
  enquiry: { points: 60, duration: 3600 },
  /** Notices of new enquiries to the shop, which then finds the others in its inbox. */
  notice: { points: 6, duration: 3600 },
  /** Newsletter forms sent from one address. */
  newsletter: { points: 60, duration: 3600 },
  /** Forms that ask to be told when a tool is back in stock, from one address. */
  stockAlert: { points: 60, duration: 3600 },
  /** Papers that one person has made. */
  paper: { points: 120, duration: 60 },
  /** Exports of one user, of whatever. */
  export: { points: 20, duration: 3600 },
  /** Attempts of somebody to delete their account. */
  erasure: { points: 20, duration: 3600 },
  /** Probes of hosted systems by hand. */
  probe: { points: 20, duration: 60 },
  /** Emails of one kind to one mailbox, which anybody can cause by typing its address. */
  automaticMail: { points: 5, duration: DAY, keyPrefix: 'letter' },
  /** The same from one network, to whatever mailboxes. */
  automaticMailAddress: { points: 100, duration: DAY },
} as const satisfies Record<string, Limit>;

export type RateLimitName = keyof typeof LIMITS;

export interface RateLimits {
  /** Counts one attempt, or one that is worth more. Returns how many seconds to wait when it is too much, else null. */
  consume(name: RateLimitName, key: string, points?: number): Promise<number | null>;
  /** Takes back one attempt that was let through. */
  uncount(name: RateLimitName, key: string): Promise<void>;
  /** Starts to count from zero. */
  reset(name: RateLimitName, key: string): Promise<void>;
  /** What the searches of a network may take, by its address. Of this process alone. */
  searchTime: TimeBudgets;
}

/**
 * Half a core, and 20 s of one at once. Two hundred people behind one address who search as fast as `search` and `suggest`
 * allow take 0.3 of a core.
 */
const SEARCH_TIME = { burstMs: 20_000, msPerSecond: 500, maxClients: 20_000 };

/** Keys beyond a limit that a process remembers. Each has cost its client more requests than the limit has points. */
const MAX_REMEMBERED = 20_000;

/**
 * Counted in PostgreSQL, so that all processes of a shop count together. In memory while it is unavailable. Who is beyond a
 * limit costs no query until they may come again.
 */
export function createRateLimits(pool: Pool, enabled: boolean, log: Log): RateLimits {
  if (!enabled)
    return { consume: async () => null, uncount: async () => {}, reset: async () => {}, searchTime: UNLIMITED_TIME };
  const createLimiter = (name: string, { inMemory, ...limit }: Limit): RateLimiterAbstract => {
    const inProcess = new RateLimiterMemory({ keyPrefix: name, ...limit });
    if (inMemory) return inProcess;
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
  for (const [key, limit] of Object.entries<Limit>(LIMITS)) {
    const name = key as RateLimitName;
    limiters.set(name, createLimiter(name, limit));
    if (limit.pauses) pauseLimiters.set(name, createLimiter(`${name}Pause`, { points: 1, duration: limit.duration }));
  }
  const of = (name: RateLimitName) => limiters.get(name) as RateLimiterAbstract;
  const rejections = createRememberedRejections(MAX_REMEMBERED);
  const toRejectionKey = (name: RateLimitName, key: string) => `${name}:${toCounterKey(key)}`;
  // Other processes take attempts at a password back, and start a mailbox's counters anew.
  const isRemembered = (name: RateLimitName, key: string) => !pauseLimiters.has(name) && !key.includes('@');

  /** Counts an attempt beyond the points. One of many at once takes the turn; its pause begins now. */
  async function consumePause(name: RateLimitName, key: string, beyond: number): Promise<void> {
    const { pauses = [] }: Limit = LIMITS[name];
    const customDuration = pauses[Math.min(beyond, pauses.length - 1)] ?? 0;
    await pauseLimiters.get(name)?.consume(key, 1, { customDuration });
  }

  async function consumePaced(name: RateLimitName, key: string): Promise<void> {
    const { points } = LIMITS[name];
    const counted = (await of(name).get(key))?.consumedPoints ?? 0;
    if (counted >= points) {
      await consumePause(name, key, counted - points);
      await of(name).penalty(key);
      return;
    }
    const state = await of(name).penalty(key);
    if (state.consumedPoints <= points) return;
    // Others used up the points at the same time.
    await consumePause(name, key, 0).catch(async (error) => {
      await of(name).reward(key);
      throw error;
    });
  }

  return {
    searchTime: createTimeBudgets(SEARCH_TIME),
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

/** An email address is counted under its hash, which names nobody and has a fixed length. */
export function toCounterKey(key: string): string {
  return key.includes('@') ? createHash('sha256').update(key).digest('base64url') : key;
}

/** Deletes every counter of an email address. */
export async function resetCountersOf(pool: Pool, email: string): Promise<void> {
  await pool.query("delete from rate_limits where split_part(key, ':', 2) = $1", [toCounterKey(email)]);
}

/** Deletes expired counters. */
export async function deleteExpiredRateLimits(pool: Pool): Promise<void> {
  await pool.query('delete from rate_limits where expire < $1', [Date.now()]);
}

function toSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}
