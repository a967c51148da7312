import {
  ACCESS_TOKEN_KEY,
  type ApiProblem,
  callApi,
  REFRESH_UNAVAILABLE,
  readAccessToken,
  setTokenRefresher,
} from '#src/shared/api-client.ts';
import { claimDrafts, discardAllDrafts } from '#src/shared/draft.ts';
import {
  clearToken,
  isFresh,
  isSigningOut,
  markSigningOut,
  readTokenDetails,
  renewalDelay,
  SIGN_OUT_KEY,
} from './access-token.ts';
import { fetchAccessToken } from './fetch-access-token.ts';
import { identity } from './identity.ts';
import type { IdentityOutcome, IdentityUser, UserChange } from './identity-client.ts';
import { getInitialState, type SignOutReason, setState, state, subscribeToState } from './session-state.ts';

type RenewalResult = 'renewed' | 'ended' | 'unreachable';

const ROLE_TTL_MS = 30_000;
const RETRY_MS = 5_000;

let checked: Promise<ApiProblem | null> | null = null;
let renewing: Promise<RenewalResult> | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let roleReadAt = 0;
/** Why somebody who came back from signing in elsewhere was not let in. */
let denial: string | null = null;
/** Grows with every sign-in and sign-out, so that an answer that belongs to an earlier one is dropped. */
let epoch = 0;
/** Calls `listener` at every change of who is signed in, and begins to find out. Answers how to stop that. */
export function subscribeToSession(listener: () => void): () => void {
  const stop = subscribeToState(listener);
  void checkSession();
  return stop;
}

/** Settles once it is known who is signed in. A problem means that nobody could be asked; it is tried again. */
export function checkSession(): Promise<ApiProblem | null> {
  subscribeToBrowserEvents();
  checked ??= check().then((problem) => {
    if (problem) checked = null;
    return problem;
  });
  return checked;
}

/** Signs in or up with `enter`, exchanges the ID token, and learns the role: only then is the person signed in. */
export async function completeSignIn(
  enter: () => Promise<IdentityOutcome>,
): Promise<Pick<Extract<IdentityOutcome, { ok: false }>, 'message' | 'waiting'> | null> {
  const entered = await enter();
  if (!entered.ok) return entered;
  epoch += 1;
  markSigningOut(null);
  const problem = await establishSession(entered.user, true);
  checked = problem ? null : Promise.resolve(null);
  // Known there, and not let in here: the next page would try again, and again.
  if (problem && isDenial(problem)) await identity.signOut(null);
  return problem && { message: problem.detail };
}

/** Whether the shop has not let in somebody who signed in elsewhere, and they have not read why. */
export function hasPendingDenial(): boolean {
  return denial !== null;
}

/** What became of a sign-in that led to another page and back here; told once. Null when there is nothing to tell. */
export async function takeSignInError(): Promise<string | null> {
  await checkSession();
  const error = denial ?? identity.takeRedirectError();
  denial = null;
  return error;
}

/** Changes what the identity service says of whoever is signed in; a new name is the server's too, then. */
export async function updateUser(change: UserChange): Promise<ApiProblem | null> {
  const { user } = state;
  const changed = await identity.update(change);
  if (!changed.ok) return changed.problem;
  const { displayName } = change;
  return user && displayName ? establishSession({ ...user, displayName }, true) : null;
}

/** Ends the session here at once, and at the identity service. `chosen` when the person asked for it. */
export async function endSession(reason: 'chosen' | 'ended'): Promise<void> {
  // Should the service not hear of it now, it is told at the next start.
  markSigningOut(reason);
  const notified = identity.signOut(readAccessToken());
  clearSession(reason);
  if (await notified) markSigningOut(null);
}

/** Whether the person is admin, read again when the last answer is older than half a minute; null for nobody. */
export async function refreshRole(): Promise<boolean | null> {
  if (state.status === 'signedIn' && Date.now() - roleReadAt > ROLE_TTL_MS) {
    const { user } = state;
    const role = await fetchRole(user.email);
    if (role.ok && state.status === 'signedIn' && state.user === user && state.admin !== role.value.admin) {
      setState({ status: 'signedIn', user, admin: role.value.admin });
    }
  }
  return state.admin;
}

/** Whether the person's address is confirmed. They may have done so elsewhere, so 'no' is asked again each time. */
export async function isEmailConfirmed(): Promise<boolean> {
  if (state.status !== 'signedIn' || state.user.emailVerified) return true;
  const { user } = state;
  const found = await identity.fetchUser();
  const confirmed = found.ok && found.value?.email === user.email && found.value.emailVerified;
  // Whom the server does not hear of it now is told so with the next token.
  if (confirmed && state.status === 'signedIn' && state.user === user) {
    const confirmedUser = { ...user, emailVerified: true };
    if (await establishSession(confirmedUser, false)) setState({ ...state, user: confirmedUser });
  }
  return confirmed;
}

/**
 * Asks the identity service who is here, beside what is shown: nobody any more, somebody else, or the same person who
 * has confirmed their address or changed their name. While it does not answer nothing changes.
 */
export async function revalidateSession(): Promise<void> {
  const startEpoch = epoch;
  const found = await identity.fetchUser();
  if (startEpoch !== epoch || !found.ok || state.status !== 'signedIn') return;
  const { user } = state;
  if (!found.value) clearSession('ended');
  else if (found.value.email !== user.email) restartCheck();
  else if (found.value.emailVerified !== user.emailVerified || found.value.displayName !== user.displayName)
    await establishSession(found.value, false);
}

async function check(): Promise<ApiProblem | null> {
  const startEpoch = epoch;
  if (isSigningOut()) {
    if (await identity.signOut(null)) markSigningOut(null);
    return startEpoch === epoch ? clearSession(null) : null;
  }
  const known = identity.getCachedUser();
  if (known && !(await establishSession(known, false))) {
    void revalidateSession();
    return null;
  }
  const found = await identity.fetchUser();
  if (startEpoch !== epoch) return null;
  // A token without its session: there was one until lately.
  if (found.ok && !found.value) return clearSession(readTokenDetails() ? 'ended' : null);
  const problem =
    found.ok && found.value ? await establishSession(found.value, false) : found.ok ? null : found.problem;
  if (!problem || startEpoch !== epoch) return null;
  if (isDenial(problem)) {
    if (problem.status === 403) {
      denial = problem.detail;
      void identity.signOut(null);
    }
    return clearSession('ended');
  }
  setTimeout(() => {
    if (startEpoch === epoch && state.status === 'checking') void checkSession();
  }, RETRY_MS);
  return problem;
}

/** Makes sure of a token, then of the role. Answers the problem that stood in the way; then nothing has changed. */
async function establishSession(user: IdentityUser, forceRenewal: boolean): Promise<ApiProblem | null> {
  const startEpoch = epoch;
  const details = readTokenDetails();
  const unreported = user.emailVerified && !details?.confirmed;
  if (forceRenewal || unreported || details?.email !== user.email || !isFresh(details, Date.now())) {
    const problem = await renewTokenFor(user);
    if (problem) return problem;
  }
  const role = await fetchRole(user.email);
  if (startEpoch !== epoch) return null;
  if (!role.ok) return role.problem;
  // Before any form hears of the new person.
  claimDrafts(user.email);
  setState({ status: 'signedIn', user, admin: role.value.admin });
  scheduleRenewal();
  return null;
}

function clearSession(reason: SignOutReason): null {
  epoch += 1;
  clearTimeout(timer);
  // Whoever sits here next finds empty forms; a session that merely ended finds its person again.
  if (reason === 'chosen' || reason === 'elsewhere') discardAllDrafts();
  clearToken();
  checked = Promise.resolve(null);
  setState({ status: 'signedOut', user: null, admin: null, reason });
  return null;
}

async function fetchRole(email: string) {
  const role = await callApi<{ admin: boolean }>(`/admin/${encodeURIComponent(email)}`);
  if (role.ok) roleReadAt = Date.now();
  return role;
}

/** A new access token for this person. What comes after a sign-out is dropped: a token stored then would outlive it. */
function renewTokenFor(user: IdentityUser): Promise<ApiProblem | null> {
  const startEpoch = epoch;
  return fetchAccessToken(user, () => startEpoch === epoch);
}

/** A new access token for the live identity session. Callers at the same moment share one renewal. */
function renew(): Promise<RenewalResult> {
  renewing ??= renewNow().finally(() => {
    renewing = null;
  });
  return renewing;
}

async function renewNow(): Promise<RenewalResult> {
  const startEpoch = epoch;
  const known = state.status === 'signedIn' ? state.user : null;
  const found = await identity.fetchUser();
  if (startEpoch !== epoch || !found.ok) return 'unreachable';
  if (!found.value) return 'ended';
  if (known && known.email !== found.value.email) {
    restartCheck();
    return 'unreachable';
  }
  const problem = await renewTokenFor(found.value);
  if (startEpoch !== epoch) return 'unreachable';
  if (!problem) return 'renewed';
  return isDenial(problem) ? 'ended' : 'unreachable';
}

function isDenial({ status }: ApiProblem): boolean {
  return status === 401 || status === 403;
}

/** Somebody else signed in, in another tab: nothing known here holds any more. */
function restartCheck(): void {
  epoch += 1;
  clearTimeout(timer);
  setState(getInitialState());
  checked = null;
  void checkSession();
}

function scheduleRenewal(): void {
  clearTimeout(timer);
  const details = readTokenDetails();
  if (details) timer = setTimeout(renewInTime, renewalDelay(details.expiresAt, Date.now(), Math.random()));
}

async function renewInTime(): Promise<void> {
  const details = readTokenDetails();
  // Another tab may have been faster.
  const outcome = details && isFresh(details, Date.now()) ? 'renewed' : await renew();
  if (state.status !== 'signedIn') return;
  if (outcome === 'ended') clearSession('ended');
  else scheduleRenewal();
}

let listening = false;

function subscribeToBrowserEvents(): void {
  if (listening || typeof window === 'undefined') return;
  listening = true;
  setTokenRefresher(async () => {
    const outcome = await renew();
    if (outcome === 'renewed') scheduleRenewal();
    else if (outcome === 'ended' && state.status === 'signedIn') clearSession('ended');
    if (outcome === 'unreachable' && state.status === 'signedIn') return REFRESH_UNAVAILABLE;
    return outcome === 'renewed';
  });
  // Other tabs sign in and out too, and renew the token.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === SIGN_OUT_KEY && newValue === 'chosen') clearSession('elsewhere');
    if (key !== ACCESS_TOKEN_KEY && key !== null) return;
    if (newValue === null || key === null) {
      if (state.status === 'signedIn') clearSession('ended');
      return;
    }
    if (state.status === 'signedIn' && readTokenDetails()?.email === state.user.email) return scheduleRenewal();
    restartCheck();
  });
  identity.onChange((user) => {
    if (!user && state.status === 'signedIn') clearSession('ended');
  });
  // Timers sleep with the machine: whoever comes back gets a fresh token at once.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && state.status === 'signedIn') void renewInTime();
  });
}
