import { ACCESS_TOKEN_KEY, ROLE_KEY, TOKEN_DETAILS_KEY } from '#src/shared/access-token-key.ts';
import { parseStored, readStored, writeStored } from '#src/shared/browser-storage.ts';
import { markSession } from '#src/shared/hydration/mark-session.ts';

/** Holds `chosen` when the user asked to sign out, else `ended`. Every tab sees the change. */
export const SIGN_OUT_KEY = 'signingOut';

const RENEW_BEFORE_END_MS = 3 * 60_000;
const MIN_RENEWAL_DELAY_MS = 20_000;

export interface TokenDetails {
  email: string;
  /** By the clock of this browser, ms since 1970. */
  expiresAt: number;
  /** Whether this token told the server that the address is confirmed. */
  confirmed?: boolean;
}

/**
 * How long to wait, in ms, before a token is renewed: until some minutes before it expires. `spread` (0 to 1) keeps the
 * tabs apart. The minimum keeps a wrong clock from causing endless requests.
 */
export function renewalDelay(expiresAt: number, now: number, spread: number): number {
  const delay = expiresAt - now - RENEW_BEFORE_END_MS - spread * 30_000;
  return Math.max(MIN_RENEWAL_DELAY_MS, Math.round(delay));
}

/** Whether a token does not need to be renewed yet. */
export function isFresh({ expiresAt }: TokenDetails, now: number): boolean {
  return expiresAt - now > RENEW_BEFORE_END_MS;
}

/**
 * When a token expires by the clock of this browser, in ms, even if that clock is wrong. `serverTime`: null if unknown.
 */
export function toLocalExpiry(expiresAt: string, serverTime: number | null, now: number): number {
  return Date.parse(expiresAt) + (serverTime === null ? 0 : now - serverTime);
}

/** Without storage, every call is rejected with a message that says so. */
export function storeToken(token: string, details: TokenDetails): void {
  // A token without its details would be taken for that of whom the details name.
  if (!writeStored('local', TOKEN_DETAILS_KEY, JSON.stringify(details))) return;
  writeStored('local', ACCESS_TOKEN_KEY, token);
  markSession();
}

export function clearToken(): void {
  for (const key of [ACCESS_TOKEN_KEY, TOKEN_DETAILS_KEY, ROLE_KEY]) writeStored('local', key, null);
  markSession();
}

/** Stores whether the token belongs to a member of the staff, for the first paint of the next page. */
export function storeRole(isStaff: boolean): void {
  writeStored('local', ROLE_KEY, isStaff ? 'staff' : null);
  markSession();
}

/** The details of the stored token; null if there is none or they cannot be read. */
export function readTokenDetails(): TokenDetails | null {
  if (!readStored('local', ACCESS_TOKEN_KEY)) return null;
  const details = parseStored(readStored('local', TOKEN_DETAILS_KEY));
  if (typeof details !== 'object' || details === null) return null;
  const { email, expiresAt, confirmed } = details as Partial<TokenDetails>;
  if (typeof email !== 'string' || typeof expiresAt !== 'number') return null;
  return { email, expiresAt, confirmed: confirmed === true };
}

/** Stores that the user signed out, and why, until the identity service knows. Null: it knows. */
export function markSigningOut(reason: 'chosen' | 'ended' | null): void {
  writeStored('local', SIGN_OUT_KEY, reason);
}

export function isSigningOut(): boolean {
  return readStored('local', SIGN_OUT_KEY) !== null;
}
