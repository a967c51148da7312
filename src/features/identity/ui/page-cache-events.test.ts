import { expect, test, vi } from 'vitest';
import { subscribeToPageCache } from './page-cache-events.ts';
import type { SessionState } from './session-reducer.ts';

const ada = { displayName: 'Ada', email: 'ada@example.com', emailVerified: true };
const SIGNED_IN: SessionState = { status: 'signedIn', user: ada, role: { staff: false, permissions: [] } };
const SIGNED_OUT: SessionState = { status: 'signedOut', user: null, role: null, reason: null };

/** Leaves a page and returns to it from the cache after the token of `stored` was written to the storage. */
async function comeBack(session: SessionState, stored: string | null, persisted = true) {
  vi.stubGlobal('window', new EventTarget());
  const style = { visibility: '' };
  vi.stubGlobal('document', { documentElement: { style } });
  const details = JSON.stringify({ email: stored, expiresAt: 0 });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => (stored === null ? null : key === 'accessToken' ? 'token' : details),
  });
  const happened: unknown[] = [];
  subscribeToPageCache(
    () => session,
    (event) => happened.push(event),
    () => happened.push('revalidated'),
  );
  window.dispatchEvent(Object.assign(new Event('pagehide'), { persisted }));
  const whileAway = style.visibility;
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  await vi.waitFor(() => expect(style.visibility).toBe(''));
  return { whileAway, happened };
}

test('the page of somebody who signed out in another tab is signed out before it becomes visible', async () => {
  expect(await comeBack(SIGNED_IN, null)).toEqual({
    whileAway: 'hidden',
    happened: [{ type: 'signedOut', reason: 'elsewhere' }],
  });
});

test('if somebody else has signed in, everything is checked again', async () => {
  const event = { type: 'tokenStoredElsewhere', email: 'bob@example.com' };
  expect(await comeBack(SIGNED_IN, 'bob@example.com')).toEqual({ whileAway: 'hidden', happened: [event] });
  expect(await comeBack(SIGNED_OUT, 'bob@example.com')).toEqual({ whileAway: '', happened: [event] });
});

test('a user who is still signed in sees the page at once, and the identity service is checked again', async () => {
  expect(await comeBack(SIGNED_IN, ada.email)).toEqual({ whileAway: 'hidden', happened: ['revalidated'] });
});

test('nothing happens for a visitor, or to a page that was not cached', async () => {
  expect(await comeBack(SIGNED_OUT, null)).toEqual({ whileAway: '', happened: [] });
  expect(await comeBack(SIGNED_IN, null, false)).toEqual({ whileAway: '', happened: [] });
});
