import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { siteCopy } from '#src/shared/site-copy.ts';
import { Icon } from '#src/shared/ui/icon.tsx';
import { useSession } from './session.ts';

/** The navigation state of the page that a new user sees first. */
export const JUST_SIGNED_UP = { signedUp: true };

/** Tells a new user about the email that was sent, until they leave the page or close the note. */
export function SignedUpNote() {
  const { user } = useSession();
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const [shownOn, setShownOn] = useState<string | null>(null);
  const justSignedUp = hasSignedUp(state);
  useEffect(() => {
    if (!justSignedUp) return;
    setShownOn(pathname);
    // A reload finds the page without the note, so that nothing moves.
    void navigate(
      { pathname, search, hash },
      { replace: true, preventScrollReset: true, defaultShouldRevalidate: false },
    );
  }, [justSignedUp, pathname, search, hash, navigate]);
  const shown = user !== null && !user.emailVerified && (justSignedUp || shownOn === pathname);

  return (
    <div className={shown ? 'border-line border-b bg-sheet' : ''}>
      <div className={shown ? 'frame flex items-start gap-3 py-2' : ''}>
        {shown && <Icon name="mail-check" className="mt-2.5 size-5 shrink-0 text-good" />}
        <p role="status" className="min-w-0 flex-1 py-2 wrap-anywhere empty:hidden">
          {shown ? siteCopy.confirmation.sentAtSignUp(user.displayName, user.email) : null}
        </p>
        {shown && (
          <button
            type="button"
            aria-label={siteCopy.confirmation.close}
            title={siteCopy.confirmation.close}
            onClick={() => {
              setShownOn(null);
              document.querySelector('main')?.focus({ preventScroll: true });
            }}
            className="-mr-3 grid size-11 shrink-0 place-items-center transition-colors hover:bg-tint"
          >
            <Icon name="x" className="size-5" />
          </button>
        )}
      </div>
    </div>
  );
}

function hasSignedUp(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'signedUp' in state && state.signedUp === true;
}
