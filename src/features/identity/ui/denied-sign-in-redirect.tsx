import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { signInPath } from './return-path.ts';
import { useSession } from './session.ts';
import { hasPendingDenial } from './session-actions.ts';

/**
 * Redirects a user whom the shop denied after a sign-in on another site to the sign-in page, which says why. They may
 * return to any page.
 */
export function DeniedSignInRedirect() {
  const { status } = useSession();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (status !== 'signedOut' || !hasPendingDenial() || /^\/sign(In|Up)$/i.test(pathname)) return;
    void navigate(signInPath(pathname + search), { replace: true });
  }, [status, pathname, search, navigate]);
  return null;
}
