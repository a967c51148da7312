import { createTurns } from './turns.server.ts';

export interface FairQueueLimits {
  /** How many jobs run at once. */
  maxConcurrent: number;
  /**
   * How many jobs of one client run at once. If it is below `maxConcurrent`, one client alone can never keep all others
   * waiting.
   */
  maxConcurrentPerClient?: number;
  /**
   * How many places there are, in total and for one client. A client holds a place for a job that is running, is
   * waiting or has not been handed in yet.
   */
  maxPlaces: number;
  maxPlacesPerClient: number;
}

/** A right to have jobs in the queue, until it is left or lost. */
export interface Place {
  /** Runs `work` when it is this client's turn. Throws the error from `createError` if the place was lost. */
  run<T>(work: () => Promise<T>): Promise<T>;
  leave(): void;
}

export interface FairQueue {
  /**
   * Takes a place, or returns null if there is none. Aborting `signal` loses the place unless its work is running.
   * Members of a client take turns among themselves. `onLost` is called when another client takes the place.
   */
  enter(
    client: string,
    options?: { signal?: AbortSignal | undefined; member?: string | undefined; onLost?: (() => void) | undefined },
  ): Place | null;
}

interface Waiter {
  entry: Entry;
  start: () => void;
  reject: (error: Error) => void;
}

interface Entry {
  client: string;
  isRunning: boolean;
  onLost: (() => void) | undefined;
}

/**
 * A bounded queue in which clients take turns. No client can fill it: a client with fewer places takes one from the
 * client with the most, whose newest job is rejected.
 */
export function createFairQueue(limits: FairQueueLimits, createError: () => Error): FairQueue {
  const places = new Map<string, Set<Entry>>();
  const turns = createTurns<Waiter>();
  const { maxConcurrentPerClient = limits.maxConcurrent } = limits;
  let taken = 0;
  let running = 0;

  function isOpen(entry: Entry): boolean {
    return places.get(entry.client)?.has(entry) === true;
  }

  function remove(entry: Entry): void {
    const own = places.get(entry.client);
    if (!own?.delete(entry)) return;
    taken -= 1;
    if (own.size === 0) places.delete(entry.client);
  }

  function reject(entry: Entry): void {
    remove(entry);
    for (const waiter of turns.remove(entry.client, (one) => one.entry === entry)) waiter.reject(createError());
  }

  /** Takes a place from the client that has the most, unless this client would then have as many. */
  function makeRoom(own: number): boolean {
    let largest: Set<Entry> | null = null;
    for (const entries of places.values()) if (entries.size > (largest?.size ?? 0)) largest = entries;
    const newest = largest && largest.size > own + 1 ? [...largest].findLast((entry) => !entry.isRunning) : undefined;
    if (newest) reject(newest);
    newest?.onLost?.();
    return newest !== undefined;
  }

  function hasReachedLimit(client: string): boolean {
    let own = 0;
    for (const { isRunning } of places.get(client) ?? []) if (isRunning) own += 1;
    return own >= maxConcurrentPerClient;
  }

  /**
   * Hands a turn over. A turn becomes free only if nobody who may run is waiting, so no one waits while a turn is free.
   */
  function startNext(): void {
    const next = turns.take((client) => !hasReachedLimit(client));
    if (next) {
      next.entry.isRunning = true;
      next.start();
    } else running -= 1;
  }

  return {
    enter(client, { signal, member = '', onLost } = {}) {
      const own = places.get(client)?.size ?? 0;
      if (signal?.aborted || own >= limits.maxPlacesPerClient) return null;
      if (taken >= limits.maxPlaces && !makeRoom(own)) return null;
      const entry: Entry = { client, isRunning: false, onLost };
      places.set(client, (places.get(client) ?? new Set()).add(entry));
      taken += 1;
      const onAbort = () => {
        if (!entry.isRunning) reject(entry);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      return {
        async run(work) {
          if (!isOpen(entry)) throw createError();
          if (running < limits.maxConcurrent && !hasReachedLimit(client)) {
            running += 1;
            entry.isRunning = true;
          } else {
            // A finished job hands over its turn, so that the turn is never counted as free in between.
            await new Promise<void>((start, reject) => turns.add(client, member, { entry, start, reject }));
          }
          try {
            return await work();
          } finally {
            entry.isRunning = false;
            startNext();
          }
        },
        leave() {
          signal?.removeEventListener('abort', onAbort);
          remove(entry);
        },
      };
    },
  };
}

/** Runs jobs of clients in turn, within limits. */
export interface FairLimiter {
  /** The result of `work`; null if there is no place, or if the place is lost while it waits. */
  run<T>(client: string, work: () => Promise<T>, signal?: AbortSignal, member?: string): Promise<T | null>;
}

/** Thrown to a job whose place was lost. */
export class NoPlace extends Error {}

/** A fair queue for jobs that need their place only while they wait and run. */
export function createFairLimiter(limits: FairQueueLimits): FairLimiter {
  const queue = createFairQueue(limits, () => new NoPlace());
  return {
    async run(client, work, signal, member) {
      const place = queue.enter(client, { signal, member });
      if (!place) return null;
      try {
        return await place.run(work);
      } catch (error) {
        if (error instanceof NoPlace) return null;
        throw error;
      } finally {
        place.leave();
      }
    },
  };
}
