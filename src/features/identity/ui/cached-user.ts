import { parseStored, readStored, writeStored } from '#src/shared/browser-storage.ts';
import { isFresh, readTokenDetails } from './access-token.ts';
import type { IdentityUser } from './identity-client.ts';

/** The user that Firebase last reported, for when it does not respond. Without an access token it proves nothing. */
const CACHED_USER_KEY = 'identityPerson';
/** This tab has gone to Google. */
const REDIRECT_KEY = 'goneToGoogle';

export function cacheUser({ displayName, email, emailVerified }: IdentityUser): void {
  writeStored('local', CACHED_USER_KEY, JSON.stringify({ displayName, email, emailVerified }));
}

export function clearCachedUser(): void {
  writeStored('local', CACHED_USER_KEY, null);
}

export function readCachedUser(): IdentityUser | null {
  const found = parseStored(readStored('local', CACHED_USER_KEY));
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
  return readStored('session', REDIRECT_KEY) === '1';
}

export function markRedirect(): void {
  writeStored('session', REDIRECT_KEY, '1');
}

/** Whether this tab comes back from Google; true once. */
export function takeRedirect(): boolean {
  const gone = isRedirecting();
  if (gone) writeStored('session', REDIRECT_KEY, null);
  return gone;
}
