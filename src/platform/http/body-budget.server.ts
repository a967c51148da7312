export interface BodyBudgetLimits {
  /** The bytes of all bodies in memory, in total and for one client. */
  maxBytes: number;
  maxBytesPerClient: number;
}

export interface BodyShare {
  /** Takes more bytes, or returns false if there are none left for this client. */
  take(bytes: number): boolean;
  /** Gives all bytes back. Further calls do nothing. */
  release(): void;
}

export interface BodyBudget {
  /** `onLost` is called when another client needs the bytes and the body must be given up. */
  open(client: string, onLost: () => void): BodyShare;
  /** The bytes in use now. */
  readonly taken: number;
}

interface Holder {
  bytes: number;
  onLost: () => void;
}

/**
 * Counts the bytes of bodies in memory. No client can take all of them: a client with fewer takes from the client with
 * the most, whose newest body is given up.
 */
export function createBodyBudget(limits: BodyBudgetLimits): BodyBudget {
  const clients = new Map<string, Set<Holder>>();
  let taken = 0;

  const countOwn = (holders: Set<Holder> | undefined) => [...(holders ?? [])].reduce((sum, one) => sum + one.bytes, 0);

  function remove(client: string, holder: Holder): void {
    const own = clients.get(client);
    if (!own?.delete(holder)) return;
    taken -= holder.bytes;
    if (own.size === 0) clients.delete(client);
  }

  /** Gives up the newest body of the client with the most bytes, unless this client would then have as many. */
  function makeRoom(client: string, wanted: number): boolean {
    let largest: { name: string; bytes: number } | null = null;
    for (const [name, holders] of clients) {
      const bytes = countOwn(holders);
      if (name !== client && bytes > (largest?.bytes ?? wanted)) largest = { name, bytes };
    }
    const newest = largest && [...(clients.get(largest.name) ?? [])].findLast(({ bytes }) => bytes > 0);
    if (!largest || !newest) return false;
    remove(largest.name, newest);
    newest.onLost();
    return true;
  }

  return {
    open(client, onLost) {
      const holder: Holder = { bytes: 0, onLost };
      const own = clients.get(client) ?? new Set();
      clients.set(client, own.add(holder));
      return {
        take(bytes) {
          const holders = clients.get(client);
          if (!holders?.has(holder)) return false;
          const wanted = countOwn(holders) + bytes;
          if (wanted > limits.maxBytesPerClient) return false;
          while (taken + bytes > limits.maxBytes) if (!makeRoom(client, wanted)) return false;
          holder.bytes += bytes;
          taken += bytes;
          return true;
        },
        release: () => remove(client, holder),
      };
    },
    get taken() {
      return taken;
    },
  };
}
