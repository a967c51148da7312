import { data, redirect } from 'react-router';
import { getAudience, type Permission } from '#src/shared/permissions.ts';
import { signInPath } from './return-path.ts';
import { requireSignedIn, type SignedInUser, toPath } from './session.ts';
import { refreshRole } from './session-actions.ts';

const NOT_YOURS = 'Your role in the shop does not include this page. Please ask an owner.';

/**
 * For the clientLoader of a page that needs a permission. Returns who is signed in, by what the server said within the
 * last half minute. Redirects customers from the staff's pages, and staff from customers' pages, to sign-in. Staff
 * without the permission are told whom to ask.
 */
export async function requirePermission(request: Request, permission: Permission): Promise<SignedInUser> {
  await requireSignedIn(request);
  await refreshRole();
  const signedIn = await requireSignedIn(request);
  if (signedIn.can(permission)) return signedIn;
  const audience = getAudience(permission);
  const isForCustomers = audience === 'customer';
  if (signedIn.staff === isForCustomers)
    throw redirect(signInPath(toPath(request), isForCustomers ? 'customer' : 'staff'));
  const detail = audience === 'owner' ? 'Only an owner of the shop can see this. Please ask one.' : NOT_YOURS;
  throw data({ detail }, { status: 403 });
}
