import { isStaff } from '#src/shared/permissions.ts';
import type { Caller } from './caller.ts';
import { createClientLimiter } from './concurrency-limiter.server.ts';
import { createFairLimiter, type FairQueueLimits } from './fair-queue.server.ts';

/**
 * Runs work when it is the caller's turn. Null if there is no place in the queue. Aborting `signal` gives up a waiting
 * place.
 */
type RunInTurn = <T>(caller: Caller, work: () => Promise<T>, signal?: AbortSignal) => Promise<T | null>;

interface CallerTurnLimits {
  /** For staff, by account. Customers, whose accounts are free, can take none of these places. */
  staff: FairQueueLimits;
  /** For customers, by network: many accounts of one stranger are one client, and so is a whole office. */
  customers: FairQueueLimits;
  /** For one customer, so that they cannot take everything that their office has. */
  account: { maxConcurrent: number; maxQueued: number };
}

function createCallerTurns({ staff, customers, account }: CallerTurnLimits): RunInTurn {
  const ofStaff = createFairLimiter(staff);
  const ofCustomers = createFairLimiter(customers);
  const ofAccounts = createClientLimiter(account.maxConcurrent, account.maxQueued);
  return ({ role, userId, clientAddress }, work, signal) => {
    if (isStaff(role)) return ofStaff.run(userId, work, signal);
    return ofAccounts.run(userId, () => ofCustomers.run(clientAddress, work, signal, userId));
  };
}

/** Runs a search of a list. Separate from searches of the catalog, so that neither waits for the other. */
export const runListSearch = createCallerTurns({
  staff: { maxConcurrent: 3, maxConcurrentPerClient: 2, maxPlaces: 63, maxPlacesPerClient: 12 },
  customers: { maxConcurrent: 2, maxConcurrentPerClient: 1, maxPlaces: 62, maxPlacesPerClient: 20 },
  account: { maxConcurrent: 1, maxQueued: 4 },
});

/** Runs a read of much of one account. The page of an order waits for two at once. */
export const runCostlyRead = createCallerTurns({
  staff: { maxConcurrent: 4, maxConcurrentPerClient: 2, maxPlaces: 200, maxPlacesPerClient: 40 },
  customers: { maxConcurrent: 4, maxConcurrentPerClient: 2, maxPlaces: 400, maxPlacesPerClient: 125 },
  account: { maxConcurrent: 2, maxQueued: 38 },
});
