import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigation, useRevalidator } from 'react-router';
import { Loading } from '#src/shared/ui/loading.tsx';
import { signInPath } from './return-path.ts';
import { useSession } from './session.ts';
import { getSession } from './session-state.ts';

/**
 * Shows a private page only while its user is signed in, and follows the other tabs. After a sign-out it redirects to
 * sign-in; after a change of user or role it loads everything again.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const { status, user, permissions } = useSession();
  const location = useLocation();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const { revalidate, state: revalidating } = useRevalidator();
  const who = user && `${user.email} ${permissions}`;
  const renderedFor = useRef(who);
  const idle = navigation.state === 'idle' && revalidating === 'idle';

  useEffect(() => {
    if (!idle) return;
    const session = getSession();
    if (session.status === 'signedOut') {
      // After a sign-out the next user of this browser may be somebody else, who did not come from this page.
      void navigate(session.reason === 'chosen' ? '/signIn' : signInPath(location.pathname + location.search), {
        replace: true,
      });
    }
    if (who && who !== renderedFor.current) {
      renderedFor.current = who;
      void revalidate();
    }
  }, [idle, who, location, navigate, revalidate]);

  // As high as the placeholder before, so that nothing moves.
  return status === 'signedIn' ? <div className="min-h-dvh">{children}</div> : <Loading />;
}
