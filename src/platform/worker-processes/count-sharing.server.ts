/** What was counted: by which counter, for which client, how much. */
export type SharedCounts = [counter: string, client: string, amount: number][];

/**
 * Lets the workers of a machine count together what they count in memory. Otherwise a client whose connections lead to
 * several workers would have each limit several times.
 */
export interface CountSharing {
  /** How many workers there are. */
  workers: number;
  /**
   * Registers a counter: `apply` gets what other workers have counted. The returned function tells them what this one
   * has counted. They know it a twentieth of a second later, so a limit can be exceeded by what a client does in that
   * time.
   */
  share(counter: string, apply: (client: string, amount: number) => void): (client: string, amount: number) => void;
}

/** For a shop that is a single process. */
export const UNSHARED: CountSharing = { workers: 1, share: () => () => {} };

/** In ms. What happens in this time is told at once. */
const BATCH_MS = 50;
/** A flood from more addresses than this is not one that limits by address could stop. */
const MAX_BATCH = 10_000;

/** Counts together with others. `send` tells them; what they tell goes to `receive`. */
export function createCountSharing(
  workers: number,
  send: (counts: SharedCounts) => void,
): CountSharing & { receive(counts: SharedCounts): void } {
  const counters = new Map<string, { apply: (client: string, amount: number) => void; pending: Map<string, number> }>();
  let pendingClients = 0;

  function sendPending(): void {
    pendingClients = 0;
    const counts: SharedCounts = [];
    for (const [counter, { pending }] of counters) {
      for (const [client, amount] of pending) counts.push([counter, client, amount]);
      pending.clear();
    }
    send(counts);
  }

  return {
    workers,
    share(counter, apply) {
      const pending = new Map<string, number>();
      counters.set(counter, { apply, pending });
      return (client, amount) => {
        const earlier = pending.get(client);
        if (earlier === undefined && pendingClients >= MAX_BATCH) return;
        if (pendingClients === 0) setTimeout(sendPending, BATCH_MS).unref();
        if (earlier === undefined) pendingClients += 1;
        pending.set(client, (earlier ?? 0) + amount);
      };
    },
    receive(counts) {
      for (const [counter, client, amount] of counts) counters.get(counter)?.apply(client, amount);
    },
  };
}

/** A worker's part of a limit for one client, if the client's connections are spread over all workers. */
export function divideAmongWorkers(limit: number, { workers }: CountSharing): number {
  return Math.ceil(limit / workers);
}
