import { readTokenDetails } from './access-token.ts';
import type { SessionEvent, SessionState } from './session-reducer.ts';

/**
 * Follows the back/forward cache, from which the browser shows a page as it was left. Such a page has missed everything
 * that other tabs wrote meanwhile. The page of a signed-in user stays hidden until it is known who is signed in now.
 */
export function subscribeToPageCache(
  getSession: () => SessionState,
  dispatch: (event: SessionEvent) => void,
  revalidate: () => void,
): void {
  const { style } = document.documentElement;
  window.addEventListener('pagehide', ({ persisted }) => {
    if (persisted && getSession().status === 'signedIn') style.visibility = 'hidden';
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    const event = compareWithStorage(getSession());
    if (event) dispatch(event);
    else if (getSession().status === 'signedIn') revalidate();
    // React renders a change of the session in a microtask, which runs first.
    setTimeout(() => {
      style.visibility = '';
    });
  });
}

/** The event that brings the session in line with the storage. Null if they agree. */
function compareWithStorage({ status, user }: SessionState): SessionEvent | null {
  const email = readTokenDetails()?.email ?? null;
  if (email === null) return status === 'signedIn' ? { type: 'signedOut', reason: 'elsewhere' } : null;
  return email === user?.email || status === 'checking' ? null : { type: 'tokenStoredElsewhere', email };
}
