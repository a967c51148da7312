import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { IdentityUser } from './identity-client.ts';
import {
  INITIAL_MODEL,
  reduceSession,
  type SessionEvent,
  type SessionModel,
  type SessionRole,
  type SessionState,
} from './session-reducer.ts';

const ada: IdentityUser = { displayName: 'Ada', email: 'ada@example.com', emailVerified: false };
const bob: IdentityUser = { displayName: 'Bob', email: 'bob@example.com', emailVerified: true };

const CUSTOMER: SessionRole = { staff: false, permissions: ['orders.place'] };
const ADMIN: SessionRole = { staff: true, permissions: ['orders.read', 'orders.ship'] };

const signedIn = (user = ada, role = CUSTOMER): SessionModel => ({
  ...INITIAL_MODEL,
  session: { status: 'signedIn', user, role },
});
const signedOut = (reason: Extract<SessionState, { status: 'signedOut' }>['reason']): SessionState => ({
  status: 'signedOut',
  user: null,
  role: null,
  reason,
});
/** Returns the session after these events, and the effects of the last one. */
function apply(model: SessionModel, ...events: SessionEvent[]) {
  let transition: ReturnType<typeof reduceSession> = { model, effects: [] };
  for (const event of events) transition = reduceSession(transition.model, event);
  const { session, epoch, denial } = transition.model;
  return { session, epoch, denial, effects: transition.effects.map(({ type }) => type) };
}

describe('signing in', () => {
  test('an established session claims the drafts of its user and schedules the next token', () => {
    expect(apply(INITIAL_MODEL, { type: 'established', epoch: 0, user: ada, role: ADMIN })).toMatchObject({
      session: { status: 'signedIn', user: ada, role: ADMIN },
      effects: ['claimDrafts', 'scheduleRenewal'],
    });
  });

  test('a response for an earlier sign-in changes nothing', () => {
    const late: SessionEvent = { type: 'established', epoch: 0, user: ada, role: ADMIN };
    expect(apply(INITIAL_MODEL, { type: 'signInStarted' }, late)).toMatchObject({
      session: INITIAL_MODEL.session,
      effects: [],
    });
    expect(apply(signedIn(), { type: 'signedOut', reason: 'chosen' }, late)).toMatchObject({
      session: signedOut('chosen'),
      effects: [],
    });
  });

  test('a role only applies to the user for whom it was fetched', () => {
    expect(apply(signedIn(), { type: 'roleFetched', email: ada.email, role: ADMIN }).session.role).toEqual(ADMIN);
    expect(apply(signedIn(), { type: 'roleFetched', email: bob.email, role: ADMIN }).session.role).toEqual(CUSTOMER);
    expect(apply(INITIAL_MODEL, { type: 'roleFetched', email: ada.email, role: ADMIN }).session.role).toBeNull();
  });

  test('a confirmed address is known at once, and only for its user', () => {
    expect(apply(signedIn(), { type: 'emailConfirmed', email: ada.email }).session.user?.emailVerified).toBe(true);
    expect(apply(signedIn(), { type: 'emailConfirmed', email: bob.email }).session.user?.emailVerified).toBe(false);
  });
});

describe('signing out', () => {
  test.each(['chosen', 'elsewhere'] as const)('a sign-out that was %s leaves no drafts behind', (reason) => {
    expect(apply(signedIn(), { type: 'signedOut', reason })).toEqual({
      session: signedOut(reason),
      epoch: 1,
      denial: null,
      effects: ['cancelRenewal', 'discardDrafts', 'clearToken', 'finishCheck'],
    });
  });

  test('a session that ended by itself keeps the drafts, for the same user to come back to', () => {
    const ended = apply(signedIn(), { type: 'sessionLost' });
    expect(ended.session).toEqual(signedOut('ended'));
    expect(ended.effects).toEqual(['cancelRenewal', 'clearToken', 'finishCheck']);
  });

  test('a session cannot end twice, or before it is known', () => {
    expect(apply(signedIn(), { type: 'signedOut', reason: 'chosen' }, { type: 'sessionLost' }).session).toEqual(
      signedOut('chosen'),
    );
    expect(apply(INITIAL_MODEL, { type: 'sessionLost' })).toMatchObject({
      session: INITIAL_MODEL.session,
      effects: [],
    });
  });
});

describe('a check that failed', () => {
  const failed = (status: number): SessionEvent => ({ type: 'checkFailed', epoch: 0, status, detail: 'Why.' });

  test('is retried if it had no result', () => {
    expect(apply(INITIAL_MODEL, failed(503))).toMatchObject({
      session: INITIAL_MODEL.session,
      effects: ['retryCheck'],
    });
    expect(apply(INITIAL_MODEL, failed(503), { type: 'retryDue', epoch: 0 }).effects).toEqual(['check']);
  });

  test('is not retried once somebody has signed in or out', () => {
    for (const event of [{ type: 'signInStarted' }, { type: 'signedOut', reason: null }] satisfies SessionEvent[])
      expect(apply(INITIAL_MODEL, failed(503), event, { type: 'retryDue', epoch: 0 }).effects).toEqual([]);
    const established: SessionEvent = { type: 'established', epoch: 0, user: ada, role: CUSTOMER };
    expect(apply(INITIAL_MODEL, failed(503), established, { type: 'retryDue', epoch: 0 }).effects).toEqual([]);
  });

  test('because of an invalid token signs the user out', () => {
    expect(apply(INITIAL_MODEL, failed(401))).toMatchObject({ session: signedOut('ended'), denial: null });
  });

  test('because the shop does not admit the user signs them out everywhere, and shows the reason once', () => {
    const denied = apply(INITIAL_MODEL, failed(403));
    expect(denied).toMatchObject({ session: signedOut('ended'), denial: 'Why.' });
    expect(denied.effects).toContain('signOutAtProvider');
    expect(apply(INITIAL_MODEL, failed(403), { type: 'denialRead' }).denial).toBeNull();
  });
});

describe('later events from the identity service and other tabs', () => {
  const fetched = (user: IdentityUser | null): SessionEvent => ({ type: 'userFetched', epoch: 0, user });

  test('nobody is signed in there anymore', () => {
    expect(apply(signedIn(), fetched(null)).session).toEqual(signedOut('ended'));
  });

  test('somebody else is signed in: everything is checked again', () => {
    for (const event of [
      fetched(bob),
      { type: 'userReplaced' },
      { type: 'tokenStoredElsewhere', email: bob.email },
      { type: 'tokenStoredElsewhere', email: null },
    ] satisfies SessionEvent[])
      expect(apply(signedIn(), event)).toMatchObject({
        session: INITIAL_MODEL.session,
        epoch: 1,
        effects: ['cancelRenewal', 'check'],
      });
  });

  test('the same user has another name or a confirmed address: a new token tells the server', () => {
    expect(apply(signedIn(), fetched({ ...ada })).effects).toEqual([]);
    expect(apply(signedIn(), fetched({ ...ada, emailVerified: true })).effects).toEqual(['establish']);
    expect(apply(signedIn(), fetched({ ...ada, displayName: 'Ada S.' })).effects).toEqual(['establish']);
  });

  test('another tab renewed the token of the same user', () => {
    expect(apply(signedIn(), { type: 'tokenStoredElsewhere', email: ada.email })).toMatchObject({
      session: signedIn().session,
      effects: ['scheduleRenewal'],
    });
  });

  test('the session stays while it cannot be renewed, and is renewed later', () => {
    expect(apply(signedIn(), { type: 'renewalUnavailable' })).toMatchObject({
      session: signedIn().session,
      effects: ['scheduleRenewal'],
    });
  });
});

const user = fc.constantFrom(ada, bob);
const epoch = fc.integer({ min: 0, max: 6 });
const reason = fc.constantFrom('chosen' as const, 'elsewhere' as const, 'ended' as const, null);
const anyEvent: fc.Arbitrary<SessionEvent> = fc.oneof(
  fc.constantFrom<SessionEvent>(
    { type: 'signInStarted' },
    { type: 'sessionLost' },
    { type: 'userReplaced' },
    { type: 'tokenRenewed' },
    { type: 'renewalUnavailable' },
    { type: 'denialRead' },
  ),
  fc.record({ type: fc.constant('established' as const), epoch, user, role: fc.constantFrom(CUSTOMER, ADMIN) }),
  fc.record({ type: fc.constant('nobodyFound' as const), epoch, reason }),
  fc.record({
    type: fc.constant('checkFailed' as const),
    epoch,
    status: fc.constantFrom(0, 401, 403, 503),
    detail: fc.constant('Why.'),
  }),
  fc.record({ type: fc.constant('retryDue' as const), epoch }),
  fc.record({ type: fc.constant('userFetched' as const), epoch, user: fc.option(user) }),
  fc.record({ type: fc.constant('signedOut' as const), reason }),
  fc.record({ type: fc.constant('tokenStoredElsewhere' as const), email: fc.option(user.map(({ email }) => email)) }),
);

test('the epoch never decreases, and nobody is signed out without losing the token', () => {
  fc.assert(
    fc.property(fc.array(anyEvent, { maxLength: 20 }), (events) => {
      let model = INITIAL_MODEL;
      for (const event of events) {
        const { model: next, effects } = reduceSession(model, event);
        expect(next.epoch).toBeGreaterThanOrEqual(model.epoch);
        if ('epoch' in event && event.epoch !== model.epoch)
          expect({ next, effects }).toEqual({ next: model, effects: [] });
        if (next.session.status === 'signedOut' && next.session !== model.session)
          expect(effects).toContainEqual({ type: 'clearToken' });
        if (next.session.status !== 'signedIn' && model.session.status === 'signedIn')
          expect(effects).toContainEqual({ type: 'cancelRenewal' });
        model = next;
      }
    }),
  );
});
