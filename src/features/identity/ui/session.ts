import { useMemo, useSyncExternalStore } from 'react';
import { data, redirect } from 'react-router';
import type { Permission } from '#src/shared/permissions.ts';
import type { IdentityUser } from './identity-client.ts';
import { signInPath } from './return-path.ts';
import { endSession } from './session-actions.ts';
import type { SessionState } from './session-reducer.ts';
import { getInitialState, getSession } from './session-state.ts';
import { checkSession, subscribeToSession } from './session-store.ts';

export interface Session {
  status: SessionState['status'];
  user: IdentityUser | null;
  /** Whether the user works for the shop. Null until that is known. */
  staff: boolean | null;
  /** What the user may do: nothing until that is known. */
  permissions: readonly Permission[];
  can: (permission: Permission) => boolean;
  /** The session ended without a sign-out by the user. */
  ended: boolean;
  /** Signs out: here at once, in the other tabs, and at the identity service. */
  signOut: () => Promise<void>;
}

const NONE: readonly Permission[] = [];

const signOut = () => endSession('chosen');

/** The current session, live. On the server, and until it is known, 'checking'. */
export function useSession(): Session {
  const session = useSyncExternalStore(subscribeToSession, getSession, getInitialState);
  return useMemo(() => {
    const { status, user, role } = session;
    const permissions = role?.permissions ?? NONE;
    return {
      status,
      user,
      staff: role ? role.staff : null,
      permissions,
      can: (permission) => permissions.includes(permission),
      ended: status === 'signedOut' && session.reason === 'ended',
      signOut,
    };
  }, [session]);
}

export interface SignedInUser {
  user: IdentityUser;
  staff: boolean;
  can: (permission: Permission) => boolean;
}

/**
 * For the clientLoader of a private page: returns who is signed in. Redirects everybody else to sign-in, and back
 * later.
 */
export async function requireSignedIn(request: Request): Promise<SignedInUser> {
  const problem = await checkSession();
  const session = getSession();
  if (session.status === 'signedIn') {
    const { user, role } = session;
    return { user, staff: role.staff, can: (permission) => role.permissions.includes(permission) };
  }
  if (problem) throw data({ detail: problem.detail }, { status: 503 });
  throw redirect(signInPath(toPath(request)));
}

export function toPath(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}
