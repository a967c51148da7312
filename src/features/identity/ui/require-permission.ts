import { data, redirect } from 'react-router';
import { getAudience, type Permission } from '#src/shared/permissions.ts';
import { signInPath } from './return-path.ts';
import { requireSignedIn, type SignedInUser, toPath } from './session.ts';
import { refreshRole } from './session-actions.ts';

/** What somebody reads on a page that their role does not include: whose it is, and who can help. */
const NOT_YOURS = {
  owner: {
    title: 'For owners only',
    detail: 'Only owners of the shop can open this page. Please ask one to do it for you, or to make you an owner.',
  },
  staff: {
    title: 'Not part of your role',
    detail: 'Your role in the shop does not include this page. Please ask an owner to change your role.',
  },
};

const OWNERS = { to: '/dashboard/allusers?state=owner', label: 'See who is an owner' };

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
  const text = NOT_YOURS[audience === 'owner' ? 'owner' : 'staff'];
  throw data({ ...text, ...(signedIn.can('users.read') && { next: OWNERS }) }, { status: 403 });
}
