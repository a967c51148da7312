import { ACCESS_TOKEN_KEY } from '#src/shared/access-token-key.ts';
import { readTokenDetails, SIGN_OUT_KEY } from './access-token.ts';
import type { SessionEvent } from './session-reducer.ts';

/** Turns what other tabs write to the storage into events: they sign in, sign out and renew the token, too. */
export function subscribeToTabs(dispatch: (event: SessionEvent) => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === SIGN_OUT_KEY && newValue === 'chosen') dispatch({ type: 'signedOut', reason: 'elsewhere' });
    // A null key: the whole storage was cleared.
    if (key !== ACCESS_TOKEN_KEY && key !== null) return;
    if (newValue === null || key === null) dispatch({ type: 'sessionLost' });
    else dispatch({ type: 'tokenStoredElsewhere', email: readTokenDetails()?.email ?? null });
  });
}
