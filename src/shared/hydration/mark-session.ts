import { ACCESS_TOKEN_KEY, ROLE_KEY } from '../access-token-key.ts';

/**
 * Says on the root element whether this browser has an access token, and whether it was an admin's. From the first paint
 * on, the style sheet thereby shows what is for a signed-in user or a visitor. It proves nothing: the session store asks
 * the server later.
 */
export function keepSessionMarked(): void {
  markSession();
  // From the back/forward cache a page comes as it was left.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) markSession();
  });
}

/** Says it once, after the token or the role was stored or cleared. */
export function markSession(): void {
  try {
    const token = localStorage.getItem(ACCESS_TOKEN_KEY);
    document.documentElement.dataset.session = token ? 'user' : 'guest';
    document.documentElement.dataset.role = (token && localStorage.getItem(ROLE_KEY)) || '';
  } catch {
    // Without storage nobody stays signed in.
    document.documentElement.dataset.session = 'guest';
  }
}
