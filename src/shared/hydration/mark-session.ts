import { ACCESS_TOKEN_KEY } from '../access-token-key.ts';

/**
 * Says on the root element whether this browser has an access token. From the first paint on, the style sheet thereby
 * shows the links of a signed-in user or of a visitor. It proves nothing: the session store asks the server later.
 */
export function keepSessionMarked(): void {
  markSession();
  // From the back/forward cache a page comes as it was left.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) markSession();
  });
}

/** Says it once, after the token was stored or cleared. */
export function markSession(): void {
  try {
    document.documentElement.dataset.session = localStorage.getItem(ACCESS_TOKEN_KEY) ? 'user' : 'guest';
  } catch {
    // Without storage nobody stays signed in.
    document.documentElement.dataset.session = 'guest';
  }
}
