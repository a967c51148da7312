import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { signInPath } from './return-path.ts';
import { useSession } from './session.ts';
import { hasPendingDenial } from './session-actions.ts';

/**
 * Leads whoever comes back from signing in elsewhere, and is not let in, to the sign-in page, which says why. They may
 * come back to any page.
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
