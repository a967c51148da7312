import {
  type ApiProblem,
  type ApiResult,
  callApi,
  REFRESH_UNAVAILABLE,
  setTokenRefresher,
} from '#src/shared/api-client.ts';
import { claimDrafts, discardAllDrafts } from '#src/shared/draft.ts';
import type { AdminStatus } from '../contract.ts';
import {
  clearToken,
  isFresh,
  isSigningOut,
  markSigningOut,
  readTokenDetails,
  renewalDelay,
  storeRole,
} from './access-token.ts';
import { fetchAccessToken } from './fetch-access-token.ts';
import { identity } from './identity.ts';
import type { IdentityUser } from './identity-client.ts';
import { subscribeToPageCache } from './page-cache-events.ts';
import { isDenial, reduceSession, type SessionEffect, type SessionEvent, type SessionRole } from './session-reducer.ts';
import { getModel, getSession, publishState, setModel, subscribeToState } from './session-state.ts';
import { subscribeToTabs } from './tab-events.ts';

type RenewalResult = 'renewed' | 'ended' | 'unreachable';

const RETRY_MS = 5_000;

let checked: Promise<ApiProblem | null> | null = null;
let renewing: Promise<RenewalResult> | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let listening = false;
let roleFetchedAt = 0;

/** Applies an event: the reducer decides, the effects run, and then every listener hears of the new state. */
export function dispatch(event: SessionEvent): void {
  const before = getSession();
  const { model, effects } = reduceSession(getModel(), event);
  setModel(model);
  for (const effect of effects) runEffect(effect);
  const session = getSession();
  if (session === before) return;
  if (session.status === 'signedIn') storeRole(session.role.staff);
  publishState();
}

/**
 * Calls `listener` at every change of the session, and begins to find out who is signed in. Returns a function that
 * stops that.
 */
export function subscribeToSession(listener: () => void): () => void {
  const stop = subscribeToState(listener);
  void checkSession();
  return stop;
}

/** Settles once it is known who is signed in. A problem means that the service was unreachable; a retry follows. */
export function checkSession(): Promise<ApiProblem | null> {
  listenToBrowser();
  checked ??= check().then((problem) => {
    if (problem) checked = null;
    return problem;
  });
  return checked;
}

/** Sets whether the next `checkSession` returns at once or asks the server. */
export function setChecked(isKnown: boolean): void {
  checked = isKnown ? Promise.resolve(null) : null;
}

/**
 * Fetches a token if one is needed, and then the role: only then is the user signed in. Returns the problem that
 * prevented it; then nothing has changed.
 */
export async function establishSession(user: IdentityUser, forceRenewal: boolean): Promise<ApiProblem | null> {
  const { epoch } = getModel();
  const details = readTokenDetails();
  const isUnreported = user.emailVerified && !details?.confirmed;
  if (forceRenewal || isUnreported || details?.email !== user.email || !isFresh(details, Date.now())) {
    const problem = await renewTokenFor(user);
    if (problem) return problem;
  }
  const role = await fetchRole(user.email);
  if (epoch !== getModel().epoch) return null;
  if (!role.ok) return role.problem;
  dispatch({ type: 'established', epoch, user, role: role.value });
  return null;
}

/**
 * Fetches the signed-in user from the identity service. The page does not wait, and nothing changes while the service
 * is unavailable.
 */
export async function revalidateSession(): Promise<void> {
  const { epoch } = getModel();
  const found = await identity.fetchUser();
  if (found.ok) dispatch({ type: 'userFetched', epoch, user: found.value });
}

/** Whether the role was fetched within the last `ms` milliseconds. */
export function isRoleFresh(ms: number): boolean {
  return Date.now() - roleFetchedAt <= ms;
}

/** What a user may do now. */
export async function fetchRole(email: string): Promise<ApiResult<SessionRole>> {
  const role = await callApi<AdminStatus>(`/admin/${encodeURIComponent(email)}`);
  if (!role.ok) return role;
  roleFetchedAt = Date.now();
  // During an upgrade, an older process may respond without them.
  const { admin: staff, permissions = [] } = role.value;
  return { ...role, value: { staff, permissions } };
}

function runEffect(effect: SessionEffect): void {
  switch (effect.type) {
    case 'claimDrafts':
      claimDrafts(effect.email);
      break;
    case 'discardDrafts':
      discardAllDrafts();
      break;
    case 'clearToken':
      clearToken();
      break;
    case 'scheduleRenewal':
      scheduleRenewal();
      break;
    case 'cancelRenewal':
      clearTimeout(timer);
      break;
    case 'finishCheck':
      setChecked(true);
      break;
    case 'check':
      if (effect.restart) setChecked(false);
      void checkSession();
      break;
    case 'retryCheck':
      void setTimeout(() => dispatch({ type: 'retryDue', epoch: effect.epoch }), RETRY_MS);
      break;
    case 'signOutAtProvider':
      void identity.signOut(null);
      break;
    case 'establish':
      void establishSession(effect.user, false);
      break;
  }
}

async function check(): Promise<ApiProblem | null> {
  const { epoch } = getModel();
  if (isSigningOut()) {
    if (await identity.signOut(null)) markSigningOut(null);
    dispatch({ type: 'nobodyFound', epoch, reason: null });
    return null;
  }
  const cached = identity.getCachedUser();
  if (cached && !(await establishSession(cached, false))) {
    void revalidateSession();
    return null;
  }
  const found = await identity.fetchUser();
  if (epoch !== getModel().epoch) return null;
  if (found.ok && !found.value) {
    // A token without its session: the user was signed in until lately.
    dispatch({ type: 'nobodyFound', epoch, reason: readTokenDetails() ? 'ended' : null });
    return null;
  }
  const problem = found.ok ? found.value && (await establishSession(found.value, false)) : found.problem;
  if (!problem || epoch !== getModel().epoch) return null;
  dispatch({ type: 'checkFailed', epoch, status: problem.status, detail: problem.detail });
  return isDenial(problem) ? null : problem;
}

/** A new access token. One that comes after a sign-out is not stored: it would outlive the session. */
function renewTokenFor(user: IdentityUser): Promise<ApiProblem | null> {
  const { epoch } = getModel();
  return fetchAccessToken(user, () => epoch === getModel().epoch);
}

/** Renews the access token of the live identity session. Callers at the same moment share one renewal. */
function renew(): Promise<RenewalResult> {
  renewing ??= renewNow().finally(() => {
    renewing = null;
  });
  return renewing;
}

async function renewNow(): Promise<RenewalResult> {
  const { epoch, session } = getModel();
  const found = await identity.fetchUser();
  if (epoch !== getModel().epoch || !found.ok) return 'unreachable';
  if (!found.value) return 'ended';
  if (session.user && session.user.email !== found.value.email) {
    dispatch({ type: 'userReplaced' });
    return 'unreachable';
  }
  const problem = await renewTokenFor(found.value);
  if (epoch !== getModel().epoch) return 'unreachable';
  if (!problem) return 'renewed';
  return isDenial(problem) ? 'ended' : 'unreachable';
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
  if (outcome === 'ended') dispatch({ type: 'sessionLost' });
  else dispatch({ type: outcome === 'renewed' ? 'tokenRenewed' : 'renewalUnavailable' });
}

function listenToBrowser(): void {
  if (listening || typeof window === 'undefined') return;
  listening = true;
  setTokenRefresher(async () => {
    const outcome = await renew();
    if (outcome === 'renewed') dispatch({ type: 'tokenRenewed' });
    else if (outcome === 'ended') dispatch({ type: 'sessionLost' });
    if (outcome === 'unreachable' && getSession().status === 'signedIn') return REFRESH_UNAVAILABLE;
    return outcome === 'renewed';
  });
  subscribeToTabs(dispatch);
  identity.onChange((user) => {
    if (!user) dispatch({ type: 'sessionLost' });
  });
  subscribeToPageCache(getSession, dispatch, () => void revalidateSession());
  // Timers sleep with the machine, so a page that is shown again gets a fresh token at once.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && getSession().status === 'signedIn') void renewInTime();
  });
}
