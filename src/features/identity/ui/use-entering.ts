import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { dropDraft } from '#src/shared/draft.ts';
import { googleFaults } from '../messages.ts';
import { GOOGLE_FAULT, isGoogleFault } from '../rules.ts';
import type { IdentityOutcome } from './identity-client.ts';
import { FOR, FROM, safeReturnPath, signInPath } from './return-path.ts';
import { useSession } from './session.ts';
import { enterWith, readReturnFault } from './session-store.ts';

/** The pages one enters by; also the names of their drafts. */
export const PAGES = ['signIn', 'signUp', 'forgotPassword'] as const;

/**
 * What sign-in and sign-up share: entering, the identity service's message, and where to go then, which is the
 * remembered page or `otherwise`. Whoever is signed in already goes there at once, unless that page is not for them.
 */
export function useEntering(otherwise: string) {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const session = useSession();
  const returned = search.get(GOOGLE_FAULT);
  const [fault, setFault] = useState(() => returned && googleFaults[isGoogleFault(returned) ? returned : 'failed']);
  const [waiting, setWaiting] = useState<'sent' | 'unopened' | null>(null);
  const [entering, setEntering] = useState(false);
  const busy = useRef(false);
  const remembered = safeReturnPath(search.get(FROM));
  const given = search.get(FOR);
  const audience = given === 'admin' || given === 'customer' ? given : undefined;
  const destination = remembered ?? otherwise;
  const mayStay = session.status === 'signedIn' && audience !== undefined && session.admin !== (audience === 'admin');
  const mayGo = session.status === 'signedIn' && !mayStay;

  useEffect(() => {
    if (mayGo && !busy.current) void navigate(destination, { replace: true });
  }, [mayGo, destination, navigate]);

  useEffect(() => {
    if (returned === null) return;
    const rest = new URLSearchParams(search);
    rest.delete(GOOGLE_FAULT);
    // Told once: a reload finds the page without it.
    void navigate(
      { search: rest.toString() },
      { replace: true, preventScrollReset: true, defaultShouldRevalidate: false },
    );
  }, [returned, search, navigate]);

  useEffect(() => {
    let gone = false;
    void readReturnFault().then((told) => {
      if (told && !gone && !busy.current) setFault(told);
    });
    return () => {
      gone = true;
    };
  }, []);

  return {
    fault,
    /** All that is missing is the link in a mail. */
    waiting,
    destination,
    entering,
    /** Sent here because their session ended, and led back to where they were. */
    interrupted: session.ended && remembered !== null,
    /** Signed in, but as somebody the remembered page is not for. */
    wrongPerson: mayStay && !entering ? { email: session.user?.email ?? '', audience } : null,
    /** The address of the other page, which remembers the same. */
    pathTo: (page: '/signIn' | '/signUp') => signInPath(remembered, audience, page),
    /** Takes back what the identity service said to an earlier attempt. */
    forgive: () => {
      setFault(null);
      setWaiting(null);
    },
    /** `state` goes along to the page one enters. */
    async enter(how: () => Promise<IdentityOutcome>, state?: object): Promise<void> {
      if (busy.current) return;
      busy.current = true;
      setEntering(true);
      setFault(null);
      const failed = await enterWith(how);
      busy.current = false;
      setEntering(false);
      setFault(failed?.message ?? null);
      setWaiting(failed?.waiting ?? null);
      if (failed && failed.waiting !== 'sent') return;
      for (const page of PAGES) dropDraft(page);
      if (failed) return;
      await navigate(destination, { replace: true, state });
    },
  };
}
