import { isFresh, readTokenDetails } from './access-token.ts';
import type { IdentityUser } from './identity-client.ts';

/** The user whom Firebase reported last, for when it does not respond. Without an access token it proves nothing. */
const CACHED_USER_KEY = 'identityPerson';
/** This tab has gone to Google. */
const REDIRECT_KEY = 'goneToGoogle';

export function cacheUser({ displayName, email, emailVerified }: IdentityUser): void {
  tryStorage(() => localStorage.setItem(CACHED_USER_KEY, JSON.stringify({ displayName, email, emailVerified })));
}

export function clearCachedUser(): void {
  tryStorage(() => localStorage.removeItem(CACHED_USER_KEY));
}

export function readCachedUser(): IdentityUser | null {
  const found: unknown = tryStorage(() => JSON.parse(localStorage.getItem(CACHED_USER_KEY) ?? 'null'));
  if (typeof found !== 'object' || found === null) return null;
  const { displayName, email, emailVerified } = found as Partial<IdentityUser>;
  if (typeof displayName !== 'string' || typeof email !== 'string') return null;
  return { displayName, email, emailVerified: emailVerified === true };
}

/**
 * The cached user, if their access token needs no renewal yet, so that no page waits for Firebase. Null in a tab that
 * comes back from Google: only Firebase knows who signed in there.
 */
export function getFreshCachedUser(): IdentityUser | null {
  const [user, details] = [readCachedUser(), readTokenDetails()];
  if (!user || details?.email !== user.email || isRedirecting()) return null;
  const isReported = details.confirmed === true || !user.emailVerified;
  return isReported && isFresh(details, Date.now()) ? user : null;
}

function isRedirecting(): boolean {
  return tryStorage(() => sessionStorage.getItem(REDIRECT_KEY)) === '1';
}

export function markRedirect(): void {
  tryStorage(() => sessionStorage.setItem(REDIRECT_KEY, '1'));
}

/** Whether this tab comes back from Google; true once. */
export function takeRedirect(): boolean {
  const gone = isRedirecting();
  if (gone) tryStorage(() => sessionStorage.removeItem(REDIRECT_KEY));
  return gone;
}

/** The result, or null where the browser allows no storage. */
function tryStorage<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
