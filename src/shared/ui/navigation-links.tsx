import { copy } from '#src/shared/copy.ts';
import { siteCopy } from '#src/shared/site-copy.ts';

/** Who the navigation is for. While the session is being checked, the access token decides which links are seen. */
export interface NavigationSession {
  status: 'checking' | 'signedOut' | 'signedIn';
  user: { displayName: string } | null;
  signOut: () => void;
}

export const publicLinks = [
  { to: '/home', label: copy.nav.home },
  { to: '/about', label: copy.nav.about },
  { to: '/contact', label: copy.nav.contact },
];

export const rangeLinks = [
  { to: '/tools', label: siteCopy.range.all },
  { to: '/categories', label: siteCopy.range.categories },
];

export const guestLinks = [
  { to: '/signIn', label: copy.nav.signIn },
  { to: '/signUp', label: copy.nav.signUp },
];

/**
 * While the session is being checked, the links of users and visitors are both there, and the style sheet shows only
 * one set.
 */
export function getEarlyClasses({ status }: NavigationSession): { user: string; guest: string } {
  return status === 'checking' ? { user: 'early-user', guest: 'early-guest' } : { user: '', guest: '' };
}

/** The number beside the name of a link. */
export function Count({ count }: { count: number }) {
  return count > 0 && <span className="figures ml-2 text-fine text-muted"> {count}</span>;
}
