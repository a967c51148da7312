import { useRef, useState } from 'react';
import type { ApiProblem } from '#src/shared/api-client.ts';
import { site } from '#src/shared/site-messages.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { FormFault } from '#src/shared/ui/form-fault.tsx';
import { identity } from './identity.ts';

const texts = site.confirmation;

/** Says that an address is not confirmed yet, and has the link sent again. */
export function UnconfirmedNote({ email, text = texts.missing.text(email) }: { email: string; text?: string }) {
  const [state, setState] = useState<'waiting' | 'sending' | 'sent' | 'confirmed'>('waiting');
  const [fault, setFault] = useState<string | null>(null);
  const busy = useRef(false);

  const sendAgain = async () => {
    if (busy.current) return;
    busy.current = true;
    setFault(null);
    setState('sending');
    const answer = await identity.sendConfirmation(email);
    busy.current = false;
    if (answer.ok) return setState('sent');
    // They have followed the link meanwhile, on their telephone for one.
    if (answer.problem.code === 'EMAIL_ALREADY_VERIFIED') {
      setState('confirmed');
      // The button goes, and the focus with it.
      return document.querySelector('main')?.focus({ preventScroll: true });
    }
    setState('waiting');
    setFault(sentenceOf(answer.problem));
  };

  return (
    <section
      aria-label={texts.missing.title}
      className="grid justify-items-start gap-3 border border-line bg-sheet px-4 py-4"
    >
      {state !== 'confirmed' && (
        <>
          <p className="font-semibold">{texts.missing.title}</p>
          <p className="max-w-prose wrap-anywhere">{text}</p>
          <FormFault>{fault}</FormFault>
        </>
      )}
      <p role="status" className="font-medium text-good wrap-anywhere empty:hidden">
        {state === 'sent' ? texts.sentAgain(email) : state === 'confirmed' ? texts.done : null}
      </p>
      {state !== 'confirmed' && (
        <Button variant="secondary" pending={state === 'sending'} onClick={() => void sendAgain()}>
          {texts.sendAgain}
        </Button>
      )}
    </section>
  );
}

function sentenceOf({ detail, status }: ApiProblem): string {
  return status >= 500 ? texts.notSent : detail;
}
