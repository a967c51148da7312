import { readTokenDetails } from './access-token.ts';
import type { SessionEvent, SessionState } from './session-reducer.ts';

/**
 * Follows the back/forward cache, from which the browser shows a page as it was left: nothing that other tabs wrote
 * meanwhile was heard. The page of a signed-in user stays hidden until it is known whose it is now.
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
    // React draws a change of the session in a microtask, which comes first.
    setTimeout(() => {
      style.visibility = '';
    });
  });
}

/** What the storage says of the session by now; null where it agrees. */
function compareWithStorage({ status, user }: SessionState): SessionEvent | null {
  const email = readTokenDetails()?.email ?? null;
  if (email === null) return status === 'signedIn' ? { type: 'signedOut', reason: 'elsewhere' } : null;
  return email === user?.email || status === 'checking' ? null : { type: 'tokenStoredElsewhere', email };
}
