import { AsyncLocalStorage } from 'node:async_hooks';

/** For whom a request works. */
export interface RequestClient {
  /** The address, as limits count it. */
  network: string;
  /** Whose request it is, once that is known. */
  account: string;
  /** How long it has waited for its turn to have a connection, in ms. */
  waitedMs: number;
}

interface Work {
  /** Null for what the shop does by itself. */
  client: RequestClient | null;
  /** It holds a connection already. */
  isInTransaction: boolean;
}

const SHOP: Work = { client: null, isInTransaction: false };
const current = new AsyncLocalStorage<Work>();

/** Runs a request's work: whatever it waits for, it waits in the turn of this network. */
export function runForNetwork<T>(network: string, work: () => T): T {
  return current.run({ client: { network, account: '', waitedMs: 0 }, isInTransaction: false }, work);
}

/** Runs work that nobody waits for, or that must not wait for its client's turn: a worker's, a health check's. */
export function runForShop<T>(work: () => T): T {
  return current.run(SHOP, work);
}

/** Returns what runs later work for whom the present one is done: the pull of a stream has lost that by then. */
export function bindRequestClient(): <T>(work: () => T) => T {
  return AsyncLocalStorage.snapshot();
}

/** Marks work that holds a connection until it ends. */
export function runInTransaction<T>(work: () => T): T {
  return current.run({ client: getRequestClient(), isInTransaction: true }, work);
}

/** From now on the request waits in the turn of this account among those of its network. */
export function nameAccount(account: string): void {
  const client = getRequestClient();
  if (client) client.account = account;
}

/** For whom the present work is done; null where it is the shop's own. */
export function getRequestClient(): RequestClient | null {
  return current.getStore()?.client ?? null;
}

/** Whose turn it is where every client has an account: an admin's, wherever they are. */
export function getAccountKey(): string {
  return getRequestClient()?.account ?? '';
}

/** Whether the present work holds a connection. If it waited for another behind its own client, it could wait for itself. */
export function isInTransaction(): boolean {
  return current.getStore()?.isInTransaction ?? false;
}
