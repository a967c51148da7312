import { isFresh, readTokenDetails } from './access-token.ts';
import type { IdentityUser } from './identity-client.ts';

/** Who the hosted identity service said is here, for when it does not answer. Says nothing by itself. */
const CACHED_USER_KEY = 'identityPerson';
/** Somebody has gone to Google in this tab. */
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
 * The remembered person whose token of the shop needs nothing of the identity service yet, so that no page has to wait
 * for it. Whoever comes back from Google is not known before it has said who that is.
 */
export function getFreshCachedUser(): IdentityUser | null {
  const [user, details] = [readCachedUser(), readTokenDetails()];
  if (!user || details?.email !== user.email || isRedirecting()) return null;
  const told = details.confirmed === true || !user.emailVerified;
  return told && isFresh(details, Date.now()) ? user : null;
}

function isRedirecting(): boolean {
  return tryStorage(() => sessionStorage.getItem(REDIRECT_KEY)) === '1';
}

export function markRedirect(): void {
  tryStorage(() => sessionStorage.setItem(REDIRECT_KEY, '1'));
}

/** Whether this tab comes back from Google; told once. */
export function takeRedirect(): boolean {
  const gone = isRedirecting();
  if (gone) tryStorage(() => sessionStorage.removeItem(REDIRECT_KEY));
  return gone;
}

/** Storage may be shut off; then nothing is remembered. */
function tryStorage<T>(how: () => T): T | null {
  try {
    return how();
  } catch {
    return null;
  }
}
