import { isFresh, readTokenDetails } from './access-token.ts';
import type { IdentityUser } from './identity-client.ts';

/** Who the hosted identity service said is here, for when it does not answer. Says nothing by itself. */
const PERSON_KEY = 'identityPerson';
/** Somebody has gone to Google in this tab. */
const REDIRECT_KEY = 'goneToGoogle';

export function rememberPerson({ displayName, email, emailVerified }: IdentityUser): void {
  attempt(() => localStorage.setItem(PERSON_KEY, JSON.stringify({ displayName, email, emailVerified })));
}

export function forgetPerson(): void {
  attempt(() => localStorage.removeItem(PERSON_KEY));
}

export function rememberedPerson(): IdentityUser | null {
  const found: unknown = attempt(() => JSON.parse(localStorage.getItem(PERSON_KEY) ?? 'null'));
  if (typeof found !== 'object' || found === null) return null;
  const { displayName, email, emailVerified } = found as Partial<IdentityUser>;
  if (typeof displayName !== 'string' || typeof email !== 'string') return null;
  return { displayName, email, emailVerified: emailVerified === true };
}

/**
 * The remembered person whose token of the shop needs nothing of the identity service yet, so that no page has to wait
 * for it. Whoever comes back from Google is not known before it has said who that is.
 */
export function knownPerson(): IdentityUser | null {
  const [person, details] = [rememberedPerson(), readTokenDetails()];
  if (!person || details?.email !== person.email || isRedirecting()) return null;
  const told = details.confirmed === true || !person.emailVerified;
  return told && isFresh(details, Date.now()) ? person : null;
}

function isRedirecting(): boolean {
  return attempt(() => sessionStorage.getItem(REDIRECT_KEY)) === '1';
}

export function rememberRedirect(): void {
  attempt(() => sessionStorage.setItem(REDIRECT_KEY, '1'));
}

/** Whether this tab comes back from Google; told once. */
export function takeRedirect(): boolean {
  const gone = isRedirecting();
  if (gone) attempt(() => sessionStorage.removeItem(REDIRECT_KEY));
  return gone;
}

/** Storage may be shut off; then nothing is remembered. */
function attempt<T>(how: () => T): T | null {
  try {
    return how();
  } catch {
    return null;
  }
}
