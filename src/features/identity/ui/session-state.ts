import type { IdentityUser } from './identity-client.ts';

/** How somebody came to be signed out: they asked for it, here or elsewhere, their session ended by itself, or they never were signed in. */
export type SignOutReason = 'chosen' | 'elsewhere' | 'ended' | null;

export type SessionState =
  | { status: 'checking'; user: null; admin: null }
  | { status: 'signedOut'; user: null; admin: null; reason: SignOutReason }
  | { status: 'signedIn'; user: IdentityUser; admin: boolean };

const CHECKING: SessionState = { status: 'checking', user: null, admin: null };

/** Who is signed in, as far as it is known. Only `become` changes it. */
export let state: SessionState = CHECKING;

const listeners = new Set<() => void>();

/** What is known before anybody was asked. */
export function getInitialState(): SessionState {
  return CHECKING;
}

export function getSession(): SessionState {
  return state;
}

/** Calls `listener` at every change. Answers how to stop that. */
export function subscribeToState(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function setState(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}
