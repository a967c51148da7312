import { useRef, useState } from 'react';
import type { ApiProblem } from '#src/shared/api-client.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { identity } from './identity.ts';

const copy = {
  missing: {
    title: 'Your email address is not confirmed yet',
    text: (email: string) =>
      `When you signed up, we sent a link to ${email}. Please open it to confirm your address. You can already place orders.`,
  },
  sendAgain: 'Send link again',
  sentAgain: (email: string) => `We sent a new link to ${email}. It works for one day.`,
  notSent: 'The link could not be sent. Please try again in a moment.',
  done: 'Your email address is confirmed.',
} as const;

/** Says that an address is not confirmed yet, and can send the link again. */
export function UnconfirmedNote({ email, text = copy.missing.text(email) }: { email: string; text?: string }) {
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
      aria-label={copy.missing.title}
      className="grid justify-items-start gap-3 border border-line bg-sheet px-4 py-4"
    >
      {state !== 'confirmed' && (
        <>
          <p className="font-semibold">{copy.missing.title}</p>
          <p className="max-w-prose wrap-anywhere">{text}</p>
          <FormError>{error}</FormError>
        </>
      )}
      <p role="status" className="font-medium text-good wrap-anywhere empty:hidden">
        {state === 'sent' ? copy.sentAgain(email) : state === 'confirmed' ? copy.done : null}
      </p>
      {state !== 'confirmed' && (
        <Button variant="secondary" pending={state === 'sending'} onClick={() => void sendAgain()}>
          {copy.sendAgain}
        </Button>
      )}
    </section>
  );
}

function toMessage({ detail, status }: ApiProblem): string {
  return status >= 500 ? copy.notSent : detail;
}
