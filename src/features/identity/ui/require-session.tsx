import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation, useNavigate, useNavigation, useRevalidator } from 'react-router';
import { Loading } from '#src/shared/ui/loading.tsx';
import { signInPath } from './return-path.ts';
import { useSession } from './session.ts';
import { getSession } from './session-state.ts';

/**
 * Shows a private page only while its person is signed in, and follows what other tabs do: after a sign-out it leads
 * to sign-in, after a change of person or role everything is read again.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  const { status, user, admin } = useSession();
  const location = useLocation();
  const navigate = useNavigate();
  const navigation = useNavigation();
  const { revalidate, state: revalidating } = useRevalidator();
  const who = user && `${user.email} ${admin}`;
  const renderedFor = useRef(who);
  const idle = navigation.state === 'idle' && revalidating === 'idle';

  useEffect(() => {
    if (!idle) return;
    const session = getSession();
    if (session.status === 'signedOut') {
      // Whoever logs out here may be followed by someone else, who did not come from this page.
      void navigate(session.reason === 'chosen' ? '/signIn' : signInPath(location.pathname + location.search), {
        replace: true,
      });
    }
    if (who && who !== renderedFor.current) {
      renderedFor.current = who;
      void revalidate();
    }
  }, [idle, who, location, navigate, revalidate]);

  // As high as what stood here while it was not known who is there.
  return status === 'signedIn' ? <div className="min-h-dvh">{children}</div> : <Loading />;
}
