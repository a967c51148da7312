import { useEffect, useRef, useState } from 'react';
import { PrefetchPageLinks, useFetcher } from 'react-router';
import { type FormAnswer, STAY_FIELD } from '#src/shared/form-answer.ts';
import { messages } from '#src/shared/messages.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { TextField } from '#src/shared/ui/field.tsx';
import { Trap, useFocusOnFault } from '#src/shared/ui/posted-form.tsx';
import { useDraft, useRound } from '#src/shared/ui/use-draft.ts';
import { useScripted } from '#src/shared/ui/use-scripted.ts';
import { newsletterTexts as texts } from '../messages.ts';

/** The newsletter's form at the foot of every page. With script one stays there; without, its own page answers. */
export function FooterSubscription() {
  return <FormOfOnePerson key={useRound()} />;
}

function FormOfOnePerson() {
  const form = useRef<HTMLFormElement>(null);
  const scripted = useScripted();
  const [touched, setTouched] = useState(false);
  const fetcher = useFetcher<FormAnswer>();
  const answer = fetcher.data;
  const { forget } = useDraft(form, 'newsletter-footer', 'sent');
  useFocusOnFault(form, answer);
  useEffect(() => {
    if (!answer?.stored) return;
    form.current?.reset();
    forget();
  }, [answer, forget]);
  return (
    <fetcher.Form
      ref={form}
      method="post"
      action="/newsletter"
      noValidate={scripted}
      defaultShouldRevalidate={false}
      onFocus={() => setTouched(true)}
      className="grid gap-3"
    >
      {touched && <PrefetchPageLinks page="/newsletter" />}
      <TextField
        label={texts.email}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        spellCheck={false}
        required
        maxLength={254}
        error={answer?.errors.email ?? (answer?.stored ? undefined : (answer?.fault ?? undefined))}
      />
      {scripted && <input type="hidden" name={STAY_FIELD} value="yes" />}
      <Trap />
      <Button type="submit" variant="secondary" pending={fetcher.state !== 'idle'} className="justify-self-start">
        {messages.home.subscribe}
      </Button>
      <p role="status" className="text-fine font-medium text-good empty:hidden">
        {answer?.stored && fetcher.state === 'idle' ? texts.stored : null}
      </p>
    </fetcher.Form>
  );
}
