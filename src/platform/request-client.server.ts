import { AsyncLocalStorage } from 'node:async_hooks';
import type { Fence } from './fence.server.ts';

export interface RequestClient {
  /** The client's address, as limits count it. */
  network: string;
  /** The account that sent the request, once it is known. */
  account: string;
  /** How long the request has waited for a connection, in ms. */
  waitedMs: number;
}

interface Work {
  /** Null for the shop's own work. */
  client: RequestClient | null;
  /** Whether the work already holds a connection. */
  isInTransaction: boolean;
  /** What each write of the work must pass. */
  fence?: Fence | undefined;
}

const SHOP: Work = { client: null, isInTransaction: false };
const current = new AsyncLocalStorage<Work>();

/** Runs a request's work. Whatever it waits for, it waits in this network's turn. */
export function runForNetwork<T>(network: string, work: () => T): T {
  return current.run({ client: { network, account: '', waitedMs: 0 }, isInTransaction: false }, work);
}

/**
 * Runs work that no client waits for, or that must not wait for its client's turn, such as a worker's job or a health
 * check.
 */
export function runForShop<T>(work: () => T): T {
  return current.run(SHOP, work);
}

/**
 * Returns a function that runs later work for the current client, whom a stream's pull would otherwise have lost by
 * then.
 */
export function bindRequestClient(): <T>(work: () => T) => T {
  return AsyncLocalStorage.snapshot();
}

/** Marks work that holds a connection until it ends. */
export function runInTransaction<T>(work: () => T): T {
  return current.run({ client: getRequestClient(), isInTransaction: true, fence: getFence() }, work);
}

/**
 * Runs the shop's own work so that each of its transactions and single statements passes the fence first. What it hands
 * over to others, such as a worker that it notifies, does not.
 */
export function runBehindFence<T>(fence: Fence, work: () => T): T {
  return current.run({ ...SHOP, fence }, work);
}

/** The fence of the current work. */
export function getFence(): Fence | undefined {
  return current.getStore()?.fence;
}

/** From now on, the request waits in this account's turn, among the accounts of its network. */
export function nameAccount(account: string): void {
  const client = getRequestClient();
  if (client) client.account = account;
}

/** The client that the current work is for; null for the shop's own work. */
export function getRequestClient(): RequestClient | null {
  return current.getStore()?.client ?? null;
}

/** The network that the current work is for, as limits count it. Empty for the shop's own work. */
export function getNetwork(): string {
  return getRequestClient()?.network ?? '';
}

/** The key for turns among clients that all have an account, such as admins, wherever they are. */
export function getAccountKey(): string {
  return getRequestClient()?.account ?? '';
}

/**
 * Whether the current work holds a connection. If it waited for another one behind its own client, it could wait for
 * itself.
 */
export function isInTransaction(): boolean {
  return current.getStore()?.isInTransaction ?? false;
}
