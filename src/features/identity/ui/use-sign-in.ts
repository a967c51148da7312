import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { discardDraft } from '#src/shared/draft.ts';
import { googleErrors } from '../copy.ts';
import { GOOGLE_ERROR_PARAM, isGoogleError } from '../rules.ts';
import type { IdentityOutcome } from './identity-client.ts';
import { FROM, readAudience, safeReturnPath, signInPath } from './return-path.ts';
import { useSession } from './session.ts';
import { completeSignIn, takeSignInError } from './session-actions.ts';

/** The sign-in pages; also the names of their drafts. */
export const SIGN_IN_PAGES = ['signIn', 'signUp', 'forgotPassword'] as const;

/**
 * What sign-in and sign-up share: the attempt, its error, and the destination, which is the remembered page or
 * `fallbackPath`. A signed-in user goes there at once, unless that page is for another audience.
 */
export function useSignIn(fallbackPath: string) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const session = useSession();
  const returned = search.get(GOOGLE_ERROR_PARAM);
  const [error, setError] = useState(() => returned && googleErrors[isGoogleError(returned) ? returned : 'failed']);
  const [confirmation, setConfirmation] = useState<'sent' | 'unopened' | null>(null);
  const [pending, setPending] = useState(false);
  const busy = useRef(false);
  const remembered = safeReturnPath(search.get(FROM));
  const audience = readAudience(search);
  const destination = remembered ?? fallbackPath;
  const mayStay = session.status === 'signedIn' && audience !== undefined && session.staff !== (audience === 'staff');
  const mayLeave = session.status === 'signedIn' && !mayStay;

  useEffect(() => {
    if (mayLeave && !busy.current) void navigate(destination, { replace: true });
  }, [mayLeave, destination, navigate]);

  useEffect(() => {
    if (returned === null) return;
    const rest = new URLSearchParams(search);
    rest.delete(GOOGLE_ERROR_PARAM);
    // A reload must not show the error again.
    void navigate(
      { search: rest.toString() },
      { replace: true, preventScrollReset: true, defaultShouldRevalidate: false },
    );
  }, [returned, search, navigate]);

  useEffect(() => {
    let unmounted = false;
    void takeSignInError().then((message) => {
      if (message && !unmounted && !busy.current) setError(message);
    });
    return () => {
      unmounted = true;
    };
  }, []);

  return {
    error,
    /** The link in the email has not been opened yet. */
    confirmation,
    destination,
    pending,
    /** The user is here because the session ended, and returns to the previous page afterwards. */
    sessionEnded: session.ended && remembered !== null,
    /** The page that turned the user away, for the sentence that says why. Null if another note says it. */
    guardedPath: session.status === 'signedIn' || session.ended ? null : remembered,
    /** The signed-in user is not allowed on the remembered page. */
    wrongUser: mayStay && !pending ? { email: session.user?.email ?? '', audience } : null,
    /** The address of the other sign-in page, with the same destination. */
    pathTo: (page: '/signIn' | '/signUp') => signInPath(remembered, audience, page),
    /** Clears the error of an earlier attempt. */
    clearError: () => {
      setError(null);
      setConfirmation(null);
    },
    /** `state`: the navigation state of the destination. */
    async attempt(signIn: () => Promise<IdentityOutcome>, state?: object): Promise<void> {
      if (busy.current) return;
      busy.current = true;
      setPending(true);
      setError(null);
      const failed = await completeSignIn(signIn);
      busy.current = false;
      setPending(false);
      setError(failed?.message ?? null);
      setConfirmation(failed?.confirmation ?? null);
      if (failed && failed.confirmation !== 'sent') return;
      for (const page of SIGN_IN_PAGES) discardDraft(page);
      if (failed) return;
      await navigate(destination, { replace: true, state });
    },
  };
}
