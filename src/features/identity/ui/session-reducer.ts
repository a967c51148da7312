import type { Permission } from '#src/shared/permissions.ts';
import type { IdentityUser } from './identity-client.ts';

/** Why nobody is signed in: the user signed out here, or in another tab; the session ended; or there never was one. */
export type SignOutReason = 'chosen' | 'elsewhere' | 'ended' | null;

/** The session as pages see it. */
export type SessionState =
  | { status: 'checking'; user: null; role: null }
  | { status: 'signedOut'; user: null; role: null; reason: SignOutReason }
  | { status: 'signedIn'; user: IdentityUser; role: SessionRole };

/** The user's role, as the server says. */
export interface SessionRole {
  /** Whether they work for the shop. */
  staff: boolean;
  permissions: readonly Permission[];
}

export interface SessionModel {
  session: SessionState;
  /** Grows with every sign-in and sign-out. An event with an older epoch is out of date, and changes nothing. */
  epoch: number;
  /** Why the shop rejected a sign-in made on another site; null once the user has read it. */
  denial: string | null;
}

/** What happened. `epoch` is the epoch in which the work behind the event began. */
export type SessionEvent =
  | { type: 'signInStarted' }
  | { type: 'established'; epoch: number; user: IdentityUser; role: SessionRole }
  | { type: 'nobodyFound'; epoch: number; reason: SignOutReason }
  | { type: 'checkFailed'; epoch: number; status: number; detail: string }
  | { type: 'retryDue'; epoch: number }
  | { type: 'userFetched'; epoch: number; user: IdentityUser | null }
  | { type: 'roleFetched'; email: string; role: SessionRole }
  | { type: 'emailConfirmed'; email: string }
  | { type: 'signedOut'; reason: SignOutReason }
  | { type: 'sessionLost' }
  | { type: 'userReplaced' }
  | { type: 'tokenStoredElsewhere'; email: string | null }
  | { type: 'tokenRenewed' }
  | { type: 'renewalUnavailable' }
  | { type: 'denialRead' };

/** What the store must do after an event, in this order and before anybody hears of the new state. */
export type SessionEffect =
  | { type: 'claimDrafts'; email: string }
  | { type: 'discardDrafts' }
  | { type: 'clearToken' }
  | { type: 'scheduleRenewal' }
  | { type: 'cancelRenewal' }
  /** The result of `checkSession` is known until the next check. */
  | { type: 'finishCheck' }
  /** `restart`: whatever check is under way no longer counts. */
  | { type: 'check'; restart: boolean }
  | { type: 'retryCheck'; epoch: number }
  | { type: 'signOutAtProvider' }
  | { type: 'establish'; user: IdentityUser };

export interface Transition {
  model: SessionModel;
  effects: SessionEffect[];
}

const CHECKING: SessionState = { status: 'checking', user: null, role: null };

export const INITIAL_MODEL: SessionModel = { session: CHECKING, epoch: 0, denial: null };

/** Whether the server rejected the sign-in itself, so that trying again is of no use. */
export function isDenial({ status }: { status: number }): boolean {
  return status === 401 || status === 403;
}

/** The next state and the effects of an event. Pure: it reads no clock, no storage and no network. */
export function reduceSession(model: SessionModel, event: SessionEvent): Transition {
  const unchanged: Transition = { model, effects: [] };
  if ('epoch' in event && event.epoch !== model.epoch) return unchanged;
  const { session } = model;
  switch (event.type) {
    case 'signInStarted':
      return { model: { ...model, epoch: model.epoch + 1 }, effects: [] };
    case 'established':
      return {
        model: { ...model, session: { status: 'signedIn', user: event.user, role: event.role } },
        effects: [{ type: 'claimDrafts', email: event.user.email }, { type: 'scheduleRenewal' }],
      };
    case 'nobodyFound':
    case 'signedOut':
      return signOut(model, event.reason);
    case 'sessionLost':
      return session.status === 'signedIn' ? signOut(model, 'ended') : unchanged;
    case 'checkFailed':
      return failCheck(model, event);
    case 'retryDue':
      return session.status === 'checking' ? { model, effects: [{ type: 'check', restart: false }] } : unchanged;
    case 'userFetched':
      return session.status === 'signedIn' ? compareUser(model, session.user, event.user) : unchanged;
    case 'roleFetched':
      if (session.status !== 'signedIn' || session.user.email !== event.email) return unchanged;
      if (String(session.role.permissions) === String(event.role.permissions)) return unchanged;
      return { model: { ...model, session: { ...session, role: event.role } }, effects: [] };
    case 'emailConfirmed': {
      if (session.status !== 'signedIn' || session.user.email !== event.email) return unchanged;
      const user = { ...session.user, emailVerified: true };
      return { model: { ...model, session: { ...session, user } }, effects: [] };
    }
    case 'userReplaced':
      return restart(model);
    case 'tokenStoredElsewhere':
      return session.status === 'signedIn' && session.user.email === event.email
        ? { model, effects: [{ type: 'scheduleRenewal' }] }
        : restart(model);
    case 'tokenRenewed':
      return session.status === 'signedOut' ? unchanged : { model, effects: [{ type: 'scheduleRenewal' }] };
    case 'renewalUnavailable':
      return session.status === 'signedIn' ? { model, effects: [{ type: 'scheduleRenewal' }] } : unchanged;
    case 'denialRead':
      return model.denial === null ? unchanged : { model: { ...model, denial: null }, effects: [] };
  }
}

function signOut(model: SessionModel, reason: SignOutReason): Transition {
  const session: SessionState = { status: 'signedOut', user: null, role: null, reason };
  // The next user of this browser finds empty forms. After a session that merely ended the same user comes back.
  const isLeaving = reason === 'chosen' || reason === 'elsewhere';
  return {
    model: { ...model, session, epoch: model.epoch + 1 },
    effects: [
      { type: 'cancelRenewal' },
      ...(isLeaving ? [{ type: 'discardDrafts' } as const] : []),
      { type: 'clearToken' },
      { type: 'finishCheck' },
    ],
  };
}

/** Another user may have signed in, in another tab, so nothing known here is valid any more. */
function restart(model: SessionModel): Transition {
  return {
    model: { ...model, session: CHECKING, epoch: model.epoch + 1 },
    effects: [{ type: 'cancelRenewal' }, { type: 'check', restart: true }],
  };
}

function failCheck(model: SessionModel, problem: { epoch: number; status: number; detail: string }): Transition {
  if (!isDenial(problem)) return { model, effects: [{ type: 'retryCheck', epoch: problem.epoch }] };
  if (problem.status !== 403) return signOut(model, 'ended');
  // Signed in at the identity service, but not in the shop: the next page would try the same again.
  const { model: next, effects } = signOut({ ...model, denial: problem.detail }, 'ended');
  return { model: next, effects: [{ type: 'signOutAtProvider' }, ...effects] };
}

/** Compares the user on the page with the identity service's response. */
function compareUser(model: SessionModel, shown: IdentityUser, fetched: IdentityUser | null): Transition {
  if (!fetched) return signOut(model, 'ended');
  if (fetched.email !== shown.email) return restart(model);
  const isSame = fetched.emailVerified === shown.emailVerified && fetched.displayName === shown.displayName;
  return { model, effects: isSame ? [] : [{ type: 'establish', user: fetched }] };
}
