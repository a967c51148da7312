import type { Caller } from './caller.ts';
import { createClientLimiter } from './concurrency-limiter.server.ts';
import { createFairLimiter } from './fair-queue.server.ts';

/** Of staff, by account. Apart from customers, whose accounts cost nothing: none of these places can be theirs. */
const staff = createFairLimiter({ maxConcurrent: 3, maxConcurrentPerClient: 2, maxPlaces: 63, maxPlacesPerClient: 12 });
/** Of customers, by network: many accounts of one stranger are one client, a whole office as well. */
const customers = createFairLimiter({
  maxConcurrent: 2,
  maxConcurrentPerClient: 1,
  maxPlaces: 62,
  maxPlacesPerClient: 20,
});
/** Of one customer: what their office has is not one's own. */
const accounts = createClientLimiter(1, 4);

/**
 * Runs a search of a list in the turn of who searches; null where there is no place. Apart from searches of the catalog,
 * so that neither waits for the other.
 */
export function runListSearch<T>(
  { role, userId, address }: Caller,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T | null> {
  if (role === 'admin') return staff.run(userId, work, signal);
  return accounts.run(userId, () => customers.run(address, work, signal, userId));
}
