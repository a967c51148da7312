import { useEffect, useRef, useState } from 'react';
import { PrefetchPageLinks, useFetcher } from 'react-router';
import { copy } from '#src/shared/copy.ts';
import { type FormResult, STAY_FIELD } from '#src/shared/form-result.ts';
import { Honeypot, useFocusOnError } from '#src/shared/ui/action-form.tsx';
import { Button } from '#src/shared/ui/button.tsx';
import { TextField } from '#src/shared/ui/field.tsx';
import { useDraft, useDraftGeneration } from '#src/shared/ui/use-draft.ts';
import { useFormErrors } from '#src/shared/ui/use-form-errors.ts';
import { useHydrated } from '#src/shared/ui/use-hydrated.ts';
import { newsletterCopy } from '../copy.ts';

/** The newsletter's form at the foot of every page. Without script, the newsletter's own page shows the result. */
export function FooterSubscription() {
  return <FormOfOneUser key={useDraftGeneration()} />;
}

function FormOfOneUser() {
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const [touched, setTouched] = useState(false);
  const fetcher = useFetcher<FormResult>();
  const result = fetcher.data;
  const { discard } = useDraft(form, 'newsletter-footer', 'server');
  useFocusOnError(form, result);
  const { errors, formError, isChanged, onInput } = useFormErrors(result);
  useEffect(() => {
    if (!result?.stored) return;
    form.current?.reset();
    discard();
  }, [result, discard]);
  return (
    <fetcher.Form
      ref={form}
      method="post"
      action="/newsletter"
      noValidate={hydrated}
      defaultShouldRevalidate={false}
      onFocus={() => setTouched(true)}
      onInput={onInput}
      className="grid gap-3"
    >
      {touched && <PrefetchPageLinks page="/newsletter" />}
      <TextField
        label={newsletterCopy.email}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        spellCheck={false}
        required
        maxLength={254}
        error={errors.email ?? (isChanged ? undefined : (formError ?? undefined))}
      />
      {hydrated && <input type="hidden" name={STAY_FIELD} value="yes" />}
      <Honeypot />
      <Button type="submit" variant="secondary" pending={fetcher.state !== 'idle'} className="justify-self-start">
        {copy.home.subscribe}
      </Button>
      <p role="status" className="text-fine font-medium text-good empty:hidden">
        {result?.stored && fetcher.state === 'idle' ? newsletterCopy.stored : null}
      </p>
    </fetcher.Form>
  );
}
