import { useRef, useState } from 'react';
import type { ApiProblem } from '#src/shared/api-client.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { confirmationCopy } from '../confirmation-copy.ts';
import { identity } from './identity.ts';

/** Says that an address is not confirmed yet, and can send the link again. */
export function UnconfirmedNote({
  email,
  text = confirmationCopy.missing.text(email),
}: {
  email: string;
  text?: string;
}) {
  const [state, setState] = useState<'waiting' | 'sending' | 'sent' | 'confirmed'>('waiting');
  const [error, setError] = useState<string | null>(null);
  const busy = useRef(false);

  const sendAgain = async () => {
    if (busy.current) return;
    busy.current = true;
    setError(null);
    setState('sending');
    const result = await identity.sendConfirmation(email);
    busy.current = false;
    if (result.ok) return setState('sent');
    // The user has followed the link meanwhile, on a phone for example.
    if (result.problem.code === 'EMAIL_ALREADY_VERIFIED') {
      setState('confirmed');
      // The button disappears, and the focus with it.
      return document.querySelector('main')?.focus({ preventScroll: true });
    }
    setState('waiting');
    setError(toMessage(result.problem));
  };

  return (
    <section
      aria-label={confirmationCopy.missing.title}
      className="grid justify-items-start gap-3 border border-line bg-sheet px-4 py-4"
    >
      {state !== 'confirmed' && (
        <>
          <p className="font-semibold">{confirmationCopy.missing.title}</p>
          <p className="max-w-prose wrap-anywhere">{text}</p>
          <FormError>{error}</FormError>
        </>
      )}
      <p role="status" className="font-medium text-good wrap-anywhere empty:hidden">
        {state === 'sent' ? confirmationCopy.sentAgain(email) : state === 'confirmed' ? confirmationCopy.done : null}
      </p>
      {state !== 'confirmed' && (
        <Button variant="secondary" pending={state === 'sending'} onClick={() => void sendAgain()}>
          {confirmationCopy.sendAgain}
        </Button>
      )}
    </section>
  );
}

function toMessage({ detail, status }: ApiProblem): string {
  return status >= 500 ? confirmationCopy.notSent : detail;
}
