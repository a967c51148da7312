import { isStaff } from '#src/shared/permissions.ts';
import type { Caller } from './caller.ts';
import { createClientLimiter } from './concurrency-limiter.server.ts';
import { createFairLimiter, type FairQueueLimits } from './fair-queue.server.ts';

/** Runs work in the turn of who calls; null where there is no place. `signal` gives up a place that waits. */
type RunInTurn = <T>(caller: Caller, work: () => Promise<T>, signal?: AbortSignal) => Promise<T | null>;

interface CallerTurnLimits {
  /** Of staff, by account. Customers, whose accounts cost nothing, can take none of these places. */
  staff: FairQueueLimits;
  /** Of customers, by network: many accounts of one stranger are one client, a whole office as well. */
  customers: FairQueueLimits;
  /** Of one customer: what their office has is not one's own. */
  account: { maxConcurrent: number; maxQueued: number };
}

function createCallerTurns({ staff, customers, account }: CallerTurnLimits): RunInTurn {
  const ofStaff = createFairLimiter(staff);
  const ofCustomers = createFairLimiter(customers);
  const ofAccounts = createClientLimiter(account.maxConcurrent, account.maxQueued);
  return ({ role, userId, address }, work, signal) => {
    if (isStaff(role)) return ofStaff.run(userId, work, signal);
    return ofAccounts.run(userId, () => ofCustomers.run(address, work, signal, userId));
  };
}

/** Runs a search of a list. Apart from searches of the catalog, so that neither waits for the other. */
export const runListSearch = createCallerTurns({
  staff: { maxConcurrent: 3, maxConcurrentPerClient: 2, maxPlaces: 63, maxPlacesPerClient: 12 },
  customers: { maxConcurrent: 2, maxConcurrentPerClient: 1, maxPlaces: 62, maxPlacesPerClient: 20 },
  account: { maxConcurrent: 1, maxQueued: 4 },
});

/** Runs a read of much of one account. Two at once are as many as a page of an order waits for. */
export const runCostlyRead = createCallerTurns({
  staff: { maxConcurrent: 4, maxConcurrentPerClient: 2, maxPlaces: 200, maxPlacesPerClient: 40 },
  customers: { maxConcurrent: 4, maxConcurrentPerClient: 2, maxPlaces: 400, maxPlacesPerClient: 125 },
  account: { maxConcurrent: 2, maxQueued: 38 },
});
