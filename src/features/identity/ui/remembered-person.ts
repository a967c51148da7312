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

export function rememberRedirect(): void {
  attempt(() => sessionStorage.setItem(REDIRECT_KEY, '1'));
}

/** Whether this tab comes back from Google; told once. */
export function takeRedirect(): boolean {
  const gone = attempt(() => sessionStorage.getItem(REDIRECT_KEY)) === '1';
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
