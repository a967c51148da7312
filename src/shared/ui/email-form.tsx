import { type ComponentProps, useEffect, useMemo, useRef, useState } from 'react';
import { PrefetchPageLinks, useFetcher } from 'react-router';
import { type FormResult, STAY_FIELD } from '#src/shared/form-result.ts';
import { Honeypot, useFocusOnError, usePrefill } from './action-form.tsx';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import { useDraft, useDraftGeneration } from './use-draft.ts';
import { useFormErrors } from './use-form-errors.ts';
import { useHydrated } from './use-hydrated.ts';

interface EmailFormProps {
  /** The page whose action handles the form. Without script it also shows the result. */
  action: string;
  label: string;
  submit: string;
  /** Shown once the address is stored. */
  stored: string;
  /** The name of the form's draft. */
  draft: string;
  /** The address of the signed-in user, while the field is empty. */
  email?: string | undefined;
  /** The result of the form if it was sent without script, on the page of the action. */
  posted?: FormResult | undefined;
}

/**
 * A form for an email address inside a page that another page's action handles, with script and without. It is not an
 * `ActionForm`, since that one navigates when it is sent, and visitors should stay on the page that they are reading.
 */
export function EmailForm({ posted, ...props }: EmailFormProps) {
  const generation = useDraftGeneration();
  const [poster] = useState(generation);
  // What one user has sent is not shown to the next one.
  return <FormOfOneUser key={generation} {...props} posted={generation === poster ? posted : undefined} />;
}

function FormOfOneUser({ action, label, submit, stored, draft, email, posted }: EmailFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const [touched, setTouched] = useState(false);
  const fetcher = useFetcher<FormResult>();
  const result = fetcher.data ?? posted;
  // Stays the same object until the address changes, so that a field that the user has emptied stays empty.
  const known = useMemo(() => (email ? { email } : null), [email]);
  const prefilled = usePrefill(form, known);
  const { discard } = useDraft(form, draft, 'server', prefilled);
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
      action={action}
      noValidate={hydrated}
      defaultShouldRevalidate={false}
      onFocus={() => setTouched(true)}
      onInput={onInput}
      className="grid gap-3"
    >
      {touched && <PrefetchPageLinks page={action} />}
      <EmailField
        label={label}
        name="email"
        defaultValue={posted?.values.email}
        error={errors.email ?? (isChanged ? undefined : (formError ?? undefined))}
      />
      {hydrated && <input type="hidden" name={STAY_FIELD} value="yes" />}
      <Honeypot />
      <Button type="submit" variant="secondary" pending={fetcher.state !== 'idle'} className="justify-self-start">
        {submit}
      </Button>
      <p role="status" className="text-fine font-medium text-good empty:hidden">
        {result?.stored && fetcher.state === 'idle' ? stored : null}
      </p>
    </fetcher.Form>
  );
}

/** The field of an address to write to. */
export function EmailField(props: ComponentProps<typeof TextField>) {
  return (
    <TextField
      type="email"
      inputMode="email"
      autoComplete="email"
      spellCheck={false}
      required
      maxLength={254}
      {...props}
    />
  );
}
