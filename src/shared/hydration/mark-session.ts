import { ACCESS_TOKEN_KEY, ROLE_KEY } from '../access-token-key.ts';
import { readStored } from '../browser-storage.ts';

/**
 * Marks on the root element whether this browser has an access token, and whether it was one of the staff's. So from the first
 * paint on, the style sheet shows what is for signed-in users or visitors. It proves nothing: the session store asks
 * the server later.
 */
export function keepSessionMarked(): void {
  markSession();
  // The back/forward cache restores a page as it was left.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) markSession();
  });
}

/** Updates the mark, after the token or the role was stored or cleared. */
export function markSession(): void {
  // Without storage, nobody stays signed in.
  const token = readStored('local', ACCESS_TOKEN_KEY);
  const { dataset } = document.documentElement;
  dataset.session = token ? 'user' : 'guest';
  // Earlier versions stored `admin` for everyone on the staff.
  dataset.role = token && readStored('local', ROLE_KEY) ? 'staff' : '';
}
