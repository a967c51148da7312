import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { type FormResult, HONEYPOT_FIELD } from '#src/shared/form-result.ts';
import { Button } from './button.tsx';
import { FormError } from './form-error.tsx';
import { useDraft, useDraftGeneration } from './use-draft.ts';
import { useHydrated } from './use-hydrated.ts';

/** What a field of a posted form is given. */
export interface ActionField {
  name: string;
  defaultValue: string | undefined;
  error: string | undefined;
  autoFocus: boolean;
}

interface ActionFormProps {
  result: FormResult | undefined;
  /** The form's name among all drafts. */
  draft: string;
  /** What is known of the person: put into fields of these names that are still empty. */
  prefill?: Readonly<Record<string, string>> | null;
  submit: string;
  children: (field: (name: string) => ActionField) => ReactNode;
}

/**
 * A form that the page's own action takes, with script and without. Without script the page comes back with `answer`
 * in it; with script only the answer comes, and the first field that needs attention gets the focus. It begins anew,
 * without what was typed and answered, when its person has logged out or somebody else has signed in.
 */
export function ActionForm({ result, ...props }: ActionFormProps) {
  const round = useDraftGeneration();
  const [begun, setBegun] = useState({ round, without: null as FormResult | null | undefined });
  if (begun.round !== round) setBegun({ round, without: result });
  const spent = begun.round !== round || begun.without === result;
  return <FormOfOneUser key={round} {...props} result={spent ? undefined : result} />;
}

function FormOfOneUser({ result, draft, prefill, submit, children }: ActionFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const pending = useNavigation().formMethod === 'POST';
  const given = usePrefill(form, prefill);
  useDraft(form, draft, 'sent', given);
  useFocusOnError(form, result);
  const firstInvalid = Object.keys(result?.errors ?? {})[0];
  return (
    <Form
      ref={form}
      method="post"
      replace
      defaultShouldRevalidate={false}
      // The browser's own bubbles help where nothing else can; our sentences stay beside their fields.
      noValidate={hydrated}
      className="grid gap-6"
    >
      <FormError>{result?.formError}</FormError>
      {children((name) => ({
        name,
        defaultValue: result?.values[name],
        error: result?.errors[name],
        autoFocus: name === firstInvalid,
      }))}
      <Honeypot />
      <div>
        <Button type="submit" pending={pending} className="w-full sm:w-auto sm:min-w-48">
          {submit}
        </Button>
      </div>
    </Form>
  );
}

/** When an answer comes the first field that needs attention gets the focus, or what is wrong as a whole comes into view. */
export function useFocusOnError(form: RefObject<HTMLFormElement | null>, result: FormResult | undefined): void {
  useEffect(() => {
    if (!result || result.stored) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (field) field.focus();
    else form.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' });
  }, [form, result]);
}

function usePrefill(
  form: RefObject<HTMLFormElement | null>,
  prefill: Readonly<Record<string, string>> | null | undefined,
): RefObject<ReadonlyMap<string, string>> {
  const given = useRef(new Map<string, string>());
  useEffect(() => {
    for (const [name, value] of Object.entries(prefill ?? {})) {
      const control = form.current?.elements.namedItem(name);
      const isFree = control instanceof HTMLInputElement && control.value === '' && control !== document.activeElement;
      if (!isFree) continue;
      control.value = value;
      given.current.set(name, value);
    }
  }, [form, prefill]);
  return given;
}

/** Out of everybody's sight and reach: whoever fills it in is a program. */
export function Honeypot() {
  return (
    <div aria-hidden="true" className="sr-only">
      <label>
        Leave this empty
        <input type="text" name={HONEYPOT_FIELD} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
