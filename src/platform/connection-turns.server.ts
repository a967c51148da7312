import { createTurns } from './turns.server.ts';

export interface DatabaseConnectionLimits {
  all: number;
  /**
   * The most for all requests together, and the most for the shop's own work. What one limit leaves over is reserved
   * for the other.
   */
  requests: number;
  shop: number;
  /** The most for the requests of one network. */
  perNetwork: number;
}

/** How a pool of this size is shared. If it has 16: 12 for requests, 12 for the shop's own work, 8 for one network. */
export function shareConnections(size: number): DatabaseConnectionLimits {
  const kept = Math.floor(size / 4);
  const most = Math.max(1, size - kept);
  return { all: size, requests: most, shop: most, perNetwork: Math.max(1, Math.ceil(size / 2)) };
}

/** Who asks for a connection. The shop itself has no network. */
export interface ConnectionClient {
  network: string | null;
  account: string;
}

export interface ConnectionTurns {
  /**
   * Calls `start` when it is this client's turn, at once if a connection is free. `start` gets a function that returns
   * the connection. Returns a function that stops waiting, or null if there was no wait.
   */
  take(client: ConnectionClient, start: (release: () => void) => void): (() => void) | null;
  readonly waiting: number;
}

interface Waiter extends ConnectionClient {
  start: (release: () => void) => void;
}

/** The key of the shop's own work. No network has an empty name. */
const SHOP = '';

/** Shares a pool's connections: networks take turns, and the shop's own work has a reserved share. */
export function createConnectionTurns(limits: DatabaseConnectionLimits): ConnectionTurns {
  const requests = createTurns<Waiter>();
  const shop = createTurns<Waiter>();
  /** The connections that each client holds. */
  const held = new Map<string, number>();
  const kept = limits.all - limits.requests;
  let inAll = 0;

  const ofShop = () => held.get(SHOP) ?? 0;
  const hasRoom = (network: string | null) =>
    inAll < limits.all &&
    (network === null
      ? ofShop() < limits.shop
      : inAll - ofShop() < limits.requests && (held.get(network) ?? 0) < limits.perNetwork);

  function change(network: string | null, by: 1 | -1): void {
    const key = network ?? SHOP;
    const count = (held.get(key) ?? 0) + by;
    if (count > 0) held.set(key, count);
    else held.delete(key);
    inAll += by;
  }

  function begin({ network, start }: Waiter): void {
    change(network, 1);
    start(() => {
      change(network, -1);
      startNext();
    });
  }

  function takeNext(): Waiter | null {
    if (inAll >= limits.all) return null;
    const nextOfShop = () => (hasRoom(null) ? shop.take(() => true) : null);
    // The shop's reserved share comes first. Beyond that, the shop comes after all who are waiting.
    const first = ofShop() < kept ? nextOfShop() : null;
    return first ?? requests.take(hasRoom) ?? nextOfShop();
  }

  function startNext(): void {
    for (let next = takeNext(); next; next = takeNext()) begin(next);
  }

  return {
    get waiting() {
      return requests.size + shop.size;
    },
    take(client, start) {
      const { network, account } = client;
      const waiter: Waiter = { network, account, start };
      // If there is room, nobody who could use it is waiting.
      if (hasRoom(network)) {
        begin(waiter);
        return null;
      }
      const turns = network === null ? shop : requests;
      turns.add(network ?? SHOP, account, waiter);
      return () => void turns.remove(network ?? SHOP, (one) => one === waiter);
    },
  };
}
