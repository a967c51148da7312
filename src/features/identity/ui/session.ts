import { useMemo, useSyncExternalStore } from 'react';
import { data, redirect } from 'react-router';
import type { IdentityUser } from './identity-client.ts';
import { signInPath } from './return-path.ts';
import { endSession, refreshRole } from './session-actions.ts';
import type { SessionState } from './session-reducer.ts';
import { getInitialState, getSession } from './session-state.ts';
import { checkSession, subscribeToSession } from './session-store.ts';

export interface Session {
  status: SessionState['status'];
  user: IdentityUser | null;
  /** Null until the role is known. */
  admin: boolean | null;
  owner: boolean | null;
  /** The session ended without a sign-out by the user. */
  ended: boolean;
  /** Signs out: here at once, in the other tabs, and at the identity service. */
  signOut: () => Promise<void>;
}

const signOut = () => endSession('chosen');

/** The current session, live. On the server, and until it is known, 'checking'. */
export function useSession(): Session {
  const session = useSyncExternalStore(subscribeToSession, getSession, getInitialState);
  return useMemo(() => {
    const { status, user, admin, owner } = session;
    return { status, user, admin, owner, ended: status === 'signedOut' && session.reason === 'ended', signOut };
  }, [session]);
}

export interface SignedInUser {
  user: IdentityUser;
  admin: boolean;
  owner: boolean;
}

/** For the clientLoader of a private page: who is signed in. Redirects everybody else to sign-in, and back later. */
export async function requireSignedIn(request: Request): Promise<SignedInUser> {
  const problem = await checkSession();
  const session = getSession();
  if (session.status === 'signedIn') {
    const { user, admin, owner } = session;
    return { user, admin, owner };
  }
  if (problem) throw data({ detail: problem.detail }, { status: 503 });
  throw redirect(signInPath(toPath(request)));
}

/** The same for pages of customers: admins are redirected to sign-in. */
export async function requireCustomer(request: Request): Promise<SignedInUser> {
  return requireRole(request, 'customer');
}

/** The same for pages of admins: everybody else is redirected to sign-in. */
export async function requireAdmin(request: Request): Promise<SignedInUser> {
  return requireRole(request, 'admin');
}

/** The same for pages of owners. Other admins learn whom to ask. */
export async function requireOwner(request: Request): Promise<SignedInUser> {
  const signedIn = await requireAdmin(request);
  if (!signedIn.owner) throw data({ detail: 'Only an owner of the shop can see this.' }, { status: 403 });
  return signedIn;
}

async function requireRole(request: Request, audience: 'admin' | 'customer'): Promise<SignedInUser> {
  await requireSignedIn(request);
  await refreshRole();
  const signedIn = await requireSignedIn(request);
  if (signedIn.admin !== (audience === 'admin')) throw redirect(signInPath(toPath(request), audience));
  return signedIn;
}

/** The path and search of a request. */
export function toPath(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}
