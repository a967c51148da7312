import { ACCESS_TOKEN_KEY } from '#src/shared/api-client.ts';

/** Whose the stored token is and until when, beside the token itself, so that all tabs know. */
const DETAILS_KEY = 'accessTokenDetails';
/** Holds `chosen` when the person asked for it, else `ended`; each tab hears of it. */
export const SIGN_OUT_KEY = 'signingOut';

const RENEW_BEFORE_END_MS = 3 * 60_000;
const MIN_RENEWAL_DELAY_MS = 20_000;

export interface TokenDetails {
  email: string;
  /** By the clock of this browser, ms since 1970. */
  expiresAt: number;
  /** Whether the server has heard, with this token, that the address is confirmed. */
  confirmed?: boolean;
}

/**
 * How long to wait, in ms, before a token that runs out at `expiresAt` is renewed: some minutes before its end, spread
 * by `spread` (0 to 1) so that tabs do not all ask at once. Never so short that a wrong clock leads to a storm.
 */
export function renewalDelay(expiresAt: number, now: number, spread: number): number {
  const delay = expiresAt - now - RENEW_BEFORE_END_MS - spread * 30_000;
  return Math.max(MIN_RENEWAL_DELAY_MS, Math.round(delay));
}

/** Whether a token need not be renewed yet. */
export function isFresh({ expiresAt }: TokenDetails, now: number): boolean {
  return expiresAt - now > RENEW_BEFORE_END_MS;
}

/** When a token ends by the clock of this browser, however wrong that is. `serverTime` is null where unknown. */
export function toLocalExpiry(expiresAt: string, serverTime: number | null, now: number): number {
  return Date.parse(expiresAt) + (serverTime === null ? 0 : now - serverTime);
}

export function storeToken(token: string, details: TokenDetails): void {
  try {
    localStorage.setItem(DETAILS_KEY, JSON.stringify(details));
    localStorage.setItem(ACCESS_TOKEN_KEY, token);
  } catch {
    // Storage is shut off: every call then gets a token refused, and says so.
  }
}

export function clearToken(): void {
  try {
    localStorage.removeItem(ACCESS_TOKEN_KEY);
    localStorage.removeItem(DETAILS_KEY);
  } catch {
    // Nothing was stored then.
  }
}

/** What is known of the stored token; null when there is none or its details cannot be read. */
export function readTokenDetails(): TokenDetails | null {
  try {
    if (!localStorage.getItem(ACCESS_TOKEN_KEY)) return null;
    const details: unknown = JSON.parse(localStorage.getItem(DETAILS_KEY) ?? 'null');
    if (typeof details !== 'object' || details === null) return null;
    const { email, expiresAt, confirmed } = details as Partial<TokenDetails>;
    if (typeof email !== 'string' || typeof expiresAt !== 'number') return null;
    return { email, expiresAt, confirmed: confirmed === true };
  } catch {
    return null;
  }
}

/** Remembers that a person signed out, and whether they asked for it, until the identity service has heard of it. */
export function markSigningOut(reason: 'chosen' | 'ended' | null): void {
  try {
    if (reason) localStorage.setItem(SIGN_OUT_KEY, reason);
    else localStorage.removeItem(SIGN_OUT_KEY);
  } catch {
    // Without storage the page can only try once.
  }
}

export function isSigningOut(): boolean {
  try {
    return localStorage.getItem(SIGN_OUT_KEY) !== null;
  } catch {
    return false;
  }
}
