import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { type FormResult, HONEYPOT_FIELD } from '#src/shared/form-result.ts';
import { Button } from './button.tsx';
import { FormError } from './form-error.tsx';
import { useDraft, useDraftGeneration } from './use-draft.ts';
import { useFormErrors } from './use-form-errors.ts';
import { useHydrated } from './use-hydrated.ts';

export interface ActionField {
  name: string;
  defaultValue: string | undefined;
  error: string | undefined;
  autoFocus: boolean;
}

interface ActionFormProps {
  result: FormResult | undefined;
  /** The name of the form's draft. */
  draft: string;
  /** Values for fields that are still empty, by name: those of the signed-in user, or taken along from another page. */
  prefill?: Readonly<Record<string, string>> | null;
  submit: string;
  children: (field: (name: string) => ActionField) => ReactNode;
}

/**
 * A form that the page's action handles, with or without script. The first invalid field gets the focus. The form is
 * reset, without `result`, when the user signs out or another user signs in.
 */
export function ActionForm({ result, ...props }: ActionFormProps) {
  const generation = useDraftGeneration();
  const [reset, setReset] = useState({ generation, staleResult: null as FormResult | null | undefined });
  if (reset.generation !== generation) setReset({ generation, staleResult: result });
  const stale = reset.generation !== generation || reset.staleResult === result;
  return <FormOfOneUser key={generation} {...props} result={stale ? undefined : result} />;
}

function FormOfOneUser({ result, draft, prefill, submit, children }: ActionFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const pending = useNavigation().formMethod === 'POST';
  const prefilled = usePrefill(form, prefill);
  useDraft(form, draft, 'server', prefilled);
  useFocusOnError(form, result);
  const { errors, formError, onInput } = useFormErrors(result);
  const firstInvalid = Object.keys(result?.errors ?? {})[0];
  return (
    <Form
      ref={form}
      method="post"
      replace
      defaultShouldRevalidate={false}
      // Without script, the browser's own validation helps. With script, errors are shown beside their fields.
      noValidate={hydrated}
      className="grid gap-6"
      onInput={onInput}
    >
      <FormError>{formError}</FormError>
      {children((name) => ({
        name,
        defaultValue: result?.values[name],
        error: errors[name],
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

/** Focuses the first invalid field of a new result. Without one it scrolls to the error of the whole form. */
export function useFocusOnError(form: RefObject<HTMLFormElement | null>, result: FormResult | undefined): void {
  useEffect(() => {
    if (!result || result.stored) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (field) field.focus();
    else form.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'center' });
  }, [form, result]);
}

/**
 * Fills in what is known about the signed-in user, or was taken along from another page, in fields that are still empty. Returns what it filled in, by name.
 */
export function usePrefill(
  form: RefObject<HTMLFormElement | null>,
  prefill: Readonly<Record<string, string>> | null | undefined,
): RefObject<ReadonlyMap<string, string>> {
  const prefilled = useRef(new Map<string, string>());
  useEffect(() => {
    for (const [name, value] of Object.entries(prefill ?? {})) {
      const control = form.current?.elements.namedItem(name);
      const isField = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
      if (!isField || control.value !== '' || control === document.activeElement) continue;
      control.value = value;
      prefilled.current.set(name, value);
    }
  }, [form, prefill]);
  return prefilled;
}

/** A field that people neither see nor reach. Only bots fill it in. */
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
