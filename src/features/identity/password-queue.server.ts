import { AsyncLocalStorage } from 'node:async_hooks';
import cluster from 'node:cluster';
import { availableParallelism } from 'node:os';
import { createFairQueue, type Place } from '#src/platform/fair-queue.server.ts';
import { Overloaded } from '#src/platform/overloaded.server.ts';

/**
 * Hashes that run at once. One core stays free for requests without a password. With several workers on a machine, each
 * has one.
 */
export const MAX_HASHES = cluster.isWorker ? 1 : Math.max(1, Math.min(2, availableParallelism() - 1));
/** The most waiting requests that hash, in total and per network: what one core hashes in about two seconds. */
export const PASSWORD_PLACES = { maxPlaces: 32, maxPlacesPerClient: 8 };
const RETRY_AFTER_SECONDS = 2;

/** The client for whom passwords are hashed. Without a request it is the shop itself. */
interface PasswordClient {
  address: string;
  /** Aborted when the client has left. */
  signal?: AbortSignal;
  place: Place | null;
}

const noPlace = () => new Overloaded('password_queue_full', RETRY_AFTER_SECONDS);
const queue = createFairQueue({ maxConcurrent: MAX_HASHES, ...PASSWORD_PLACES }, noPlace);
const currentClient = new AsyncLocalStorage<PasswordClient>();

/** Counts all hashes of `work` for this client. Hashes outside any request count as the shop's own. */
export function runForPasswordClient<T>(address: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return currentClient.run({ address, signal, place: null }, work);
}

/**
 * Takes one place for all hashes of `work` before its first look-up, so that work without a place costs nothing. Throws
 * `Overloaded` if there is no place.
 */
export async function withPasswordPlace<T>(work: () => Promise<T>): Promise<T> {
  const client: PasswordClient = currentClient.getStore() ?? { address: '', place: null };
  const place = queue.enter(client.address, { signal: client.signal });
  if (!place) throw noPlace();
  const holder: PasswordClient = { ...client, place };
  try {
    return await currentClient.run(holder, work);
  } finally {
    place.leave();
    // Work that began here and lives longer, such as a worker, takes places of its own.
    holder.place = null;
  }
}

/** Runs one hash when it is its client's turn. Throws `Overloaded` if there is no place. */
export async function queueHash<T>(hash: () => Promise<T>): Promise<T> {
  const place = currentClient.getStore()?.place;
  return place ? place.run(hash) : withPasswordPlace(() => queueHash(hash));
}
