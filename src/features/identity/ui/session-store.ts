import {
  ACCESS_TOKEN_KEY,
  type ApiProblem,
  CANNOT_RENEW,
  callApi,
  readAccessToken,
  renewAccessWith,
} from '#src/shared/api-client.ts';
import { claimDrafts, dropAllDrafts } from '#src/shared/draft.ts';
import {
  forgetToken,
  isFresh,
  isLeaving,
  LEAVING_KEY,
  markLeaving,
  readTokenDetails,
  renewalDelay,
} from './access-token.ts';
import { exchangeIdToken } from './exchange.ts';
import { identity } from './identity.ts';
import type { IdentityOutcome, IdentityUser, PersonChange } from './identity-client.ts';
import { become, type Ended, followState, readNothingYet, state } from './session-state.ts';

type Renewed = 'renewed' | 'ended' | 'unreachable';

const ROLE_GOOD_FOR_MS = 30_000;
const TRY_AGAIN_MS = 5_000;

let checked: Promise<ApiProblem | null> | null = null;
let renewing: Promise<Renewed> | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let roleReadAt = 0;
/** Why somebody who came back from signing in elsewhere was not let in. */
let refused: string | null = null;
/** Grows with every sign-in and sign-out, so that an answer that belongs to an earlier one is dropped. */
let epoch = 0;
/** Calls `listener` at every change of who is signed in, and begins to find out. Answers how to stop that. */
export function followSession(listener: () => void): () => void {
  const stop = followState(listener);
  void checkSession();
  return stop;
}

/** Settles once it is known who is signed in. A problem means that nobody could be asked; it is tried again. */
export function checkSession(): Promise<ApiProblem | null> {
  listenToBrowser();
  checked ??= check().then((problem) => {
    if (problem) checked = null;
    return problem;
  });
  return checked;
}

/** Signs in or up with `enter`, exchanges the ID token, and learns the role: only then is the person signed in. */
export async function enterWith(
  enter: () => Promise<IdentityOutcome>,
): Promise<Pick<Extract<IdentityOutcome, { ok: false }>, 'message' | 'waiting'> | null> {
  const entered = await enter();
  if (!entered.ok) return entered;
  epoch += 1;
  markLeaving(null);
  const problem = await becomeUser(entered.user, true);
  checked = problem ? null : Promise.resolve(null);
  // Known there, and not let in here: the next page would try again, and again.
  if (problem && isRefusal(problem)) await identity.signOut(null);
  return problem && { message: problem.detail };
}

/** Whether the shop has not let in somebody who signed in elsewhere, and they have not read why. */
export function isRefusalUntold(): boolean {
  return refused !== null;
}

/** What became of a sign-in that led to another page and back here; told once. Null when there is nothing to tell. */
export async function readReturnFault(): Promise<string | null> {
  await checkSession();
  const fault = refused ?? identity.takeReturnFault();
  refused = null;
  return fault;
}

/** Changes what the identity service says of whoever is signed in; a new name is the server's too, then. */
export async function changePerson(change: PersonChange): Promise<ApiProblem | null> {
  const { user } = state;
  const changed = await identity.update(change);
  if (!changed.ok) return changed.problem;
  const { displayName } = change;
  return user && displayName ? becomeUser({ ...user, displayName }, true) : null;
}

/** Ends the session here at once, and at the identity service. `chosen` when the person asked for it. */
export async function leave(because: 'chosen' | 'ended'): Promise<void> {
  // Should the service not hear of it now, it is told at the next start.
  markLeaving(because);
  const telling = identity.signOut(readAccessToken());
  becomeNobody(because);
  if (await telling) markLeaving(null);
}

/** Whether the person is admin, read again when the last answer is older than half a minute; null for nobody. */
export async function readRole(): Promise<boolean | null> {
  if (state.status === 'signedIn' && Date.now() - roleReadAt > ROLE_GOOD_FOR_MS) {
    const { user } = state;
    const role = await fetchRole(user.email);
    if (role.ok && state.status === 'signedIn' && state.user === user && state.admin !== role.value.admin) {
      become({ status: 'signedIn', user, admin: role.value.admin });
    }
  }
  return state.admin;
}

/** Whether the person's address is confirmed. They may have done so elsewhere, so 'no' is asked again each time. */
export async function isAddressConfirmed(): Promise<boolean> {
  if (state.status !== 'signedIn' || state.user.emailVerified) return true;
  const { user } = state;
  const found = await identity.current();
  const confirmed = found.ok && found.value?.email === user.email && found.value.emailVerified;
  // Whom the server does not hear of it now is told so with the next token.
  if (confirmed && state.status === 'signedIn' && state.user === user) {
    const told = { ...user, emailVerified: true };
    if (await becomeUser(told, false)) become({ ...state, user: told });
  }
  return confirmed;
}

/**
 * Asks the identity service who is here, beside what is shown: nobody any more, somebody else, or the same person who
 * has confirmed their address or changed their name. While it does not answer nothing changes.
 */
export async function lookAgain(): Promise<void> {
  const asked = epoch;
  const found = await identity.current();
  if (asked !== epoch || !found.ok || state.status !== 'signedIn') return;
  const { user } = state;
  if (!found.value) becomeNobody('ended');
  else if (found.value.email !== user.email) checkAgain();
  else if (found.value.emailVerified !== user.emailVerified || found.value.displayName !== user.displayName)
    await becomeUser(found.value, false);
}

async function check(): Promise<ApiProblem | null> {
  const asked = epoch;
  if (isLeaving()) {
    if (await identity.signOut(null)) markLeaving(null);
    return asked === epoch ? becomeNobody(null) : null;
  }
  const known = identity.known();
  if (known && !(await becomeUser(known, false))) {
    void lookAgain();
    return null;
  }
  const found = await identity.current();
  if (asked !== epoch) return null;
  // A token without its session: there was one until lately.
  if (found.ok && !found.value) return becomeNobody(readTokenDetails() ? 'ended' : null);
  const problem = found.ok && found.value ? await becomeUser(found.value, false) : found.ok ? null : found.problem;
  if (!problem || asked !== epoch) return null;
  if (isRefusal(problem)) {
    if (problem.status === 403) {
      refused = problem.detail;
      void identity.signOut(null);
    }
    return becomeNobody('ended');
  }
  setTimeout(() => {
    if (asked === epoch && state.status === 'checking') void checkSession();
  }, TRY_AGAIN_MS);
  return problem;
}

/** Makes sure of a token, then of the role. Answers the problem that stood in the way; then nothing has changed. */
async function becomeUser(user: IdentityUser, anew: boolean): Promise<ApiProblem | null> {
  const began = epoch;
  const details = readTokenDetails();
  const untold = user.emailVerified && !details?.confirmed;
  if (anew || untold || details?.email !== user.email || !isFresh(details, Date.now())) {
    const problem = await exchangeFor(user);
    if (problem) return problem;
  }
  const role = await fetchRole(user.email);
  if (began !== epoch) return null;
  if (!role.ok) return role.problem;
  // Before any form hears of the new person.
  claimDrafts(user.email);
  become({ status: 'signedIn', user, admin: role.value.admin });
  scheduleRenewal();
  return null;
}

function becomeNobody(because: Ended): null {
  epoch += 1;
  clearTimeout(timer);
  // Whoever sits here next finds empty forms; a session that merely ended finds its person again.
  if (because === 'chosen' || because === 'elsewhere') dropAllDrafts();
  forgetToken();
  checked = Promise.resolve(null);
  become({ status: 'signedOut', user: null, admin: null, because });
  return null;
}

async function fetchRole(email: string) {
  const role = await callApi<{ admin: boolean }>(`/admin/${encodeURIComponent(email)}`);
  if (role.ok) roleReadAt = Date.now();
  return role;
}

/** A new access token for this person. What comes after a sign-out is dropped: a token stored then would outlive it. */
function exchangeFor(user: IdentityUser): Promise<ApiProblem | null> {
  const began = epoch;
  return exchangeIdToken(user, () => began === epoch);
}

/** A new access token for the live identity session. Callers at the same moment share one renewal. */
function renew(): Promise<Renewed> {
  renewing ??= renewNow().finally(() => {
    renewing = null;
  });
  return renewing;
}

async function renewNow(): Promise<Renewed> {
  const began = epoch;
  const known = state.status === 'signedIn' ? state.user : null;
  const found = await identity.current();
  if (began !== epoch || !found.ok) return 'unreachable';
  if (!found.value) return 'ended';
  if (known && known.email !== found.value.email) {
    checkAgain();
    return 'unreachable';
  }
  const problem = await exchangeFor(found.value);
  if (began !== epoch) return 'unreachable';
  if (!problem) return 'renewed';
  return isRefusal(problem) ? 'ended' : 'unreachable';
}

function isRefusal({ status }: ApiProblem): boolean {
  return status === 401 || status === 403;
}

/** Somebody else signed in, in another tab: nothing known here holds any more. */
function checkAgain(): void {
  epoch += 1;
  clearTimeout(timer);
  become(readNothingYet());
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
  if (outcome === 'ended') becomeNobody('ended');
  else scheduleRenewal();
}

let listening = false;

function listenToBrowser(): void {
  if (listening || typeof window === 'undefined') return;
  listening = true;
  renewAccessWith(async () => {
    const outcome = await renew();
    if (outcome === 'renewed') scheduleRenewal();
    else if (outcome === 'ended' && state.status === 'signedIn') becomeNobody('ended');
    if (outcome === 'unreachable' && state.status === 'signedIn') return CANNOT_RENEW;
    return outcome === 'renewed';
  });
  // Other tabs sign in and out too, and renew the token.
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === LEAVING_KEY && newValue === 'chosen') becomeNobody('elsewhere');
    if (key !== ACCESS_TOKEN_KEY && key !== null) return;
    if (newValue === null || key === null) {
      if (state.status === 'signedIn') becomeNobody('ended');
      return;
    }
    if (state.status === 'signedIn' && readTokenDetails()?.email === state.user.email) return scheduleRenewal();
    checkAgain();
  });
  identity.onChange((user) => {
    if (!user && state.status === 'signedIn') becomeNobody('ended');
  });
  // Timers sleep with the machine: whoever comes back gets a fresh token at once.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && state.status === 'signedIn') void renewInTime();
  });
}
