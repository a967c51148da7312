import { performance } from 'node:perf_hooks';
import { LRUCache } from 'lru-cache';
import { getRequestClient } from './request-client.server.ts';

/** How much of the shop's time each client has had of late. In memory, since counting elsewhere would cost more than a search. */
export interface TimeBudgets {
  /** Seconds until a client may have something computed again; null while it has time left. */
  getWait(client: string): number | null;
  /**
   * Runs work, whose time is the client's, also where it fails. It counts while this process has nothing to do but wait for
   * it: what others keep it busy with is not charged, nor is waiting for a connection.
   */
  measure<T>(client: string, work: () => Promise<T>): Promise<T>;
}

interface BudgetLimits {
  /** What a client may have at once, in ms. */
  burstMs: number;
  /** What it has again with each second, in ms. */
  msPerSecond: number;
  /** Of more clients, those that had something long ago are forgotten. */
  maxClients: number;
}

interface Spent {
  ms: number;
  /** When that was. */
  at: number;
}

/** The time in which this process was idle, without what the request waited for its turn. In ms. */
const readIdleTime = () => performance.eventLoopUtilization().idle - (getRequestClient()?.waitedMs ?? 0);

/** Budgets of time, which count what work takes and not how often it is asked for. Both clocks in ms. */
export function createTimeBudgets(
  { burstMs, msPerSecond, maxClients }: BudgetLimits,
  { now = () => performance.now(), readWorkTime = readIdleTime } = {},
): TimeBudgets {
  const clients = new LRUCache<string, Spent>({ max: maxClients });
  const getSpent = (client: string) => {
    const spent = clients.peek(client);
    return spent ? Math.max(0, spent.ms - ((now() - spent.at) / 1_000) * msPerSecond) : 0;
  };
  function spend(client: string, ms: number): void {
    clients.set(client, { ms: getSpent(client) + ms, at: now() });
  }
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
        spend(client, Math.max(0, readWorkTime() - begun));
      }
    },
  };
}

/** Where nothing is limited. */
export const UNLIMITED_TIME: TimeBudgets = { getWait: () => null, measure: (_client, work) => work() };
