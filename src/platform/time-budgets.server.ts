import { performance } from 'node:perf_hooks';
import { LRUCache } from 'lru-cache';
import { getRequestClient } from './request-client.server.ts';
import { type CountSharing, UNSHARED } from './worker-processes/count-sharing.server.ts';

/**
 * How much computing time each client has used recently. Kept in memory, since counting elsewhere would cost more than
 * a search.
 */
export interface TimeBudgets {
  /** Seconds until a client may have something computed again; null if it has time left. */
  getWait(client: string): number | null;
  /**
   * Runs work and charges its time to the client, even if it fails. Time counts while this process has nothing to do
   * but wait for this work. Neither time that other work keeps the process busy nor time spent waiting for a connection
   * is charged.
   */
  measure<T>(client: string, work: () => Promise<T>): Promise<T>;
}

interface BudgetLimits {
  /** How much time a client may use at once, in ms. */
  burstMs: number;
  /** How much time it regains per second, in ms. */
  msPerSecond: number;
  /** With more clients, those that used time longest ago are forgotten. */
  maxClients: number;
}

interface Spent {
  ms: number;
  /** When that was measured. */
  at: number;
}

/** The time in ms that this process was idle, without the time that the request waited for its turn. */
const readIdleTime = () => performance.eventLoopUtilization().idle - (getRequestClient()?.waitedMs ?? 0);

/** Time budgets, which count how long work takes, not how often it is requested. Both clocks are in ms. */
export function createTimeBudgets(
  { burstMs, msPerSecond, maxClients }: BudgetLimits,
  { now = () => performance.now(), readWorkTime = readIdleTime } = {},
  sharing: CountSharing = UNSHARED,
): TimeBudgets {
  const clients = new LRUCache<string, Spent>({ max: maxClients });
  const getSpent = (client: string) => {
    const spent = clients.peek(client);
    return spent ? Math.max(0, spent.ms - ((now() - spent.at) / 1_000) * msPerSecond) : 0;
  };
  function spend(client: string, ms: number): void {
    clients.set(client, { ms: getSpent(client) + ms, at: now() });
  }
  const tellOthers = sharing.share('search time', spend);
  return {
    getWait(client) {
      const over = getSpent(client) - burstMs;
      return over < 0 ? null : Math.max(1, Math.ceil(over / msPerSecond));
    },
    async measure(client, work) {
      const begun = readWorkTime();
      try {
        return await work();
      } finally {
        const ms = Math.max(0, readWorkTime() - begun);
        spend(client, ms);
        tellOthers(client, ms);
      }
    },
  };
}

/** Budgets without any limit. */
export const UNLIMITED_TIME: TimeBudgets = { getWait: () => null, measure: (_client, work) => work() };
