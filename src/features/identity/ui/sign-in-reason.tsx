import { dropTrailing } from '#src/shared/drop-trailing.ts';

/** What each guarded page is for, by its path. The first match wins. */
const PURPOSES: readonly (readonly [path: RegExp, purpose: string])[] = [
  [/^\/singletool\//, 'to see this tool and order it'],
  [/^\/checkout$/, 'to check out'],
  [/^\/about$/, 'to read about our company'],
  [/^\/(addprofile|updateprifile)\//, 'to edit your profile'],
  [/^\/dashboard$/, 'to open your dashboard'],
  [/^\/dashboard\/payment\//, 'to pay for your order'],
  [/^\/dashboard\/myorder$/, 'to see your orders'],
  [/^\/dashboard\/myreview$/, 'to write a review'],
];

/** Every other page of the dashboard. */
const STAFF_PAGE = /^\/dashboard\//;

/**
 * Why somebody has to sign in or up before they see a page of this shop. Null for a page that everybody sees. Only the
 * path selects the sentence, so that no link can put words into it.
 */
export function getSignInReason(path: string | null, page: 'signIn' | 'signUp'): string | null {
  if (path === null) return null;
  const pathname = dropTrailing(new URL(path, 'https://shop.invalid').pathname, '/').toLowerCase();
  const [, purpose] = PURPOSES.find(([pattern]) => pattern.test(pathname)) ?? [];
  const please = page === 'signIn' ? 'Please sign in' : 'Please sign up';
  if (purpose) return `${please} ${purpose}. Then you will return to that page.`;
  // Nobody gets a role in the shop by signing up.
  if (page === 'signIn' && STAFF_PAGE.test(pathname)) return 'Please sign in with a staff account to open this page.';
  return null;
}

/** Shows the reason above the fields, if there is one. */
export function SignInReason({ path, page }: { path: string | null; page: 'signIn' | 'signUp' }) {
  const reason = getSignInReason(path, page);
  return reason && <p className="border border-line bg-sheet px-4 py-3">{reason}</p>;
}
