import { useEffect, useRef } from 'react';
import { copy as sharedCopy } from '#src/shared/copy.ts';
import { Button, ButtonLink } from '#src/shared/ui/button.tsx';
import { identityCopy } from '../copy.ts';

const copy = identityCopy.signUpSent;

/** Replaces the form if new users have to confirm their address before they can sign in. */
export function SignUpSent({ email, toSignIn, onAgain }: { email: string; toSignIn: string; onAgain: () => void }) {
  const section = useRef<HTMLElement>(null);
  // The pressed button is gone, and the focus with it.
  useEffect(() => section.current?.focus(), []);
  return (
    <section ref={section} tabIndex={-1} aria-label={copy.title} className="grid gap-4">
      <p className="font-semibold text-lead">{copy.title}</p>
      <p className="wrap-anywhere">{copy.text(email)}</p>
      <p className="text-muted">{copy.nothing}</p>
      <div className="mt-2 flex flex-wrap gap-4">
        <ButtonLink to={toSignIn}>{sharedCopy.nav.signIn}</ButtonLink>
        <Button variant="secondary" onClick={onAgain}>
          {copy.again}
        </Button>
      </div>
    </section>
  );
}
