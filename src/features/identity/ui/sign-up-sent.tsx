import { useEffect, useRef } from 'react';
import { messages } from '#src/shared/messages.ts';
import { Button, ButtonLink } from '#src/shared/ui/button.tsx';
import { identityTexts } from '../messages.ts';

const texts = identityTexts.signUpSent;

/** Stands where the form was, where newcomers confirm their address before they can sign in. */
export function SignUpSent({ email, toSignIn, onAgain }: { email: string; toSignIn: string; onAgain: () => void }) {
  const section = useRef<HTMLElement>(null);
  // The button that was pressed is gone, and the focus with it.
  useEffect(() => section.current?.focus(), []);
  return (
    <section ref={section} tabIndex={-1} aria-label={texts.title} className="grid gap-4">
      <p className="font-semibold text-lead">{texts.title}</p>
      <p className="wrap-anywhere">{texts.text(email)}</p>
      <p className="text-muted">{texts.nothing}</p>
      <div className="mt-2 flex flex-wrap gap-4">
        <ButtonLink to={toSignIn}>{messages.nav.signIn}</ButtonLink>
        <Button variant="secondary" onClick={onAgain}>
          {texts.again}
        </Button>
      </div>
    </section>
  );
}
