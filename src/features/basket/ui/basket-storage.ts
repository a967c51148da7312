import { useSyncExternalStore } from 'react';
import { ACCESS_TOKEN_KEY, TOKEN_DETAILS_KEY } from '#src/shared/access-token-key.ts';
import { parseStored, readStored, writeStored } from '#src/shared/browser-storage.ts';
import { createListeners } from '#src/shared/listeners.ts';

/** The basket of somebody who is not signed in. The number is the version of its format. */
export const VISITOR_KEY = 'basket:1';
/** The basket of the signed-in account, as this browser knows it. Its `email` says to whom it belongs. */
export const ACCOUNT_KEY = 'accountBasket:1';

/** What the browser refused to store. It lasts as long as the page. */
const unstored = new Map<string, string>();

const listeners = createListeners();
let source = '';
let quantities: ReadonlyMap<string, number> = new Map();

/** A value of the local storage, or one that it refused to store. Null if there is none. */
export function readItem(key: string): string | null {
  return unstored.get(key) ?? readStored('local', key);
}

/** Remembers a text as long as the page lives, and longer if the browser stores it. Null removes it. */
export function writeItem(key: string, text: string | null): void {
  const stored = writeStored('local', key, text);
  if (stored || text === null) unstored.delete(key);
  else unstored.set(key, text);
}

/** Parses a stored value as an object. Empty if it is anything else. */
export function parseItem(text: string | null): Record<string, unknown> {
  return Object(parseStored(text));
}

/** The email address of the account whose access token is stored, or null. */
export function getOwner(): string | null {
  const { email } = parseItem(readItem(ACCESS_TOKEN_KEY) && readItem(TOKEN_DETAILS_KEY));
  return typeof email === 'string' ? email : null;
}

/**
 * The quantities in the basket to show, by tool. Each read asks the storage who is signed in, so that nobody sees the
 * basket of the previous user.
 */
export function readQuantities(): ReadonlyMap<string, number> {
  const texts = [getOwner(), readItem(ACCOUNT_KEY), readItem(VISITOR_KEY)] as const;
  const [owner, account, visitor] = texts;
  if (texts.join() === source) return quantities;
  source = texts.join();
  const own = parseItem(account);
  const { lines } = owner !== null && own.email === owner ? own : parseItem(visitor);
  quantities = new Map(
    Array.isArray(lines) ? lines.flatMap((line) => (line?.quantity > 0 ? [[line.toolId, line.quantity]] : [])) : [],
  );
  return quantities;
}

/**
 * Calls `listener` when the basket of this browser may have changed, even in another tab. Returns a function that stops
 * that.
 */
export function subscribeToBasket(listener: () => void): () => void {
  // The window keeps the same function only once, so it does not matter how many listeners there are.
  addEventListener('storage', publishBasket);
  // A page from the back/forward cache still shows its old state.
  addEventListener('pageshow', publishBasket);
  return listeners.subscribe(listener);
}

export function publishBasket(): void {
  listeners.notify();
}

/** How many pieces of a tool are in the basket. 0 in the server's HTML, which is the same for everybody. */
export function useHeldQuantity(toolId: string): number {
  return useSyncExternalStore(
    subscribeToBasket,
    () => readQuantities().get(toolId) ?? 0,
    () => 0,
  );
}

/** How many tools are in the basket. */
export function useBasketCount(): number {
  return useSyncExternalStore(
    subscribeToBasket,
    () => readQuantities().size,
    () => 0,
  );
}
