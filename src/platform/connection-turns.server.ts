import { createTurns } from './turns.server.ts';

export interface DatabaseConnectionLimits {
  /** Connections in all. */
  all: number;
  /** Of all requests together, and of the shop's own work. What one leaves is the other's alone. */
  requests: number;
  shop: number;
  /** Of the requests of one network. */
  perNetwork: number;
}

/** How a pool of this size is shared. Of 16: requests 12, the shop's own work 12, a network 8. */
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
   * Calls `start` when it is this client's turn, at once where a connection is free. `start` gets what gives the connection
   * back. Returns what ends the waiting, or null where there was none.
   */
  take(client: ConnectionClient, start: (release: () => void) => void): (() => void) | null;
  /** How many wait. */
  readonly waiting: number;
}

interface Waiter extends ConnectionClient {
  start: (release: () => void) => void;
}

/** The shop's own key among those of the networks. No network has an empty name. */
const SHOP = '';

/** Shares out the connections of a pool: networks take turns, and the shop's own work has its share. */
export function createConnectionTurns(limits: DatabaseConnectionLimits): ConnectionTurns {
  const requests = createTurns<Waiter>();
  const shop = createTurns<Waiter>();
  /** Connections that each has. */
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
    // Its own share first; beyond that it comes after all who wait.
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
      // Where there is room, nobody waits who could use it.
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
