import { type ApiProblem, readAccessToken } from '#src/shared/api-client.ts';
import { markSigningOut } from './access-token.ts';
import { identity } from './identity.ts';
import type { IdentityOutcome, UserChange } from './identity-client.ts';
import { isDenial } from './session-reducer.ts';
import { getModel, getSession } from './session-state.ts';
import { checkSession, dispatch, establishSession, fetchRole, isRoleFresh, setChecked } from './session-store.ts';

const ROLE_TTL_MS = 30_000;

/** What a form shows when signing in did not work. */
export type SignInFailure = Pick<Extract<IdentityOutcome, { ok: false }>, 'message' | 'confirmation'>;

/**
 * Runs `signIn` at the identity service, exchanges the ID token and fetches the role: only then is the user signed in.
 * Null when that worked.
 */
export async function completeSignIn(signIn: () => Promise<IdentityOutcome>): Promise<SignInFailure | null> {
  const outcome = await signIn();
  if (!outcome.ok) return outcome;
  dispatch({ type: 'signInStarted' });
  markSigningOut(null);
  const problem = await establishSession(outcome.user, true);
  setChecked(!problem);
  // Signed in at the identity service, but not in the shop: the next page would try the same again.
  if (problem && isDenial(problem)) await identity.signOut(null);
  return problem && { message: problem.detail };
}

/** Finds out again who is signed in, after the server has signed this browser in. */
export function adoptSession(): void {
  markSigningOut(null);
  dispatch({ type: 'userReplaced' });
}

/** Whether the shop rejected a sign-in made on another site, and the user has not read why. */
export function hasPendingDenial(): boolean {
  return getModel().denial !== null;
}

/** Why a sign-in that led to another site and back failed; returned once. Null when nothing failed. */
export async function takeSignInError(): Promise<string | null> {
  await checkSession();
  const error = getModel().denial ?? identity.takeRedirectError();
  dispatch({ type: 'denialRead' });
  return error;
}

/** Changes the user's name or photo at the identity service. The server learns a new name with the next token. */
export async function updateUser(change: UserChange): Promise<ApiProblem | null> {
  const { user } = getSession();
  const changed = await identity.update(change);
  if (!changed.ok) return changed.problem;
  const { displayName } = change;
  return user && displayName ? establishSession({ ...user, displayName }, true) : null;
}

/** Ends the session here at once, and at the identity service. `chosen`: the user asked for it. */
export async function endSession(reason: 'chosen' | 'ended'): Promise<void> {
  // If the service cannot be reached now, the next page load notifies it.
  markSigningOut(reason);
  const notified = identity.signOut(readAccessToken());
  dispatch({ type: 'signedOut', reason });
  if (await notified) markSigningOut(null);
}

/** Fetches what the user may do again after half a minute, or at once if `forced`. */
export async function refreshRole(forced = false): Promise<void> {
  const { user } = getSession();
  if (user && (forced || !isRoleFresh(ROLE_TTL_MS))) {
    const { email } = user;
    const role = await fetchRole(email);
    if (role.ok) dispatch({ type: 'roleFetched', email, role: role.value });
  }
}

/** Whether the user's address is confirmed. They may confirm it on another device, so a 'no' is never cached. */
export async function isEmailConfirmed(): Promise<boolean> {
  const { user } = getSession();
  if (!user || user.emailVerified) return true;
  const found = await identity.fetchUser();
  const isConfirmed = found.ok && found.value?.email === user.email && found.value.emailVerified;
  if (isConfirmed && getSession().user === user) {
    // If this request fails, the next token informs the server.
    const problem = await establishSession({ ...user, emailVerified: true }, false);
    if (problem) dispatch({ type: 'emailConfirmed', email: user.email });
  }
  return isConfirmed;
}
