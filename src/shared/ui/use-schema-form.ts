import { useRef, useState } from 'react';
import type { CheckedForm } from '#src/shared/check-form.ts';
import { getDraftGeneration } from '#src/shared/draft.ts';
import type { FormResult } from '#src/shared/form-result.ts';
import type { LazyImport } from '#src/shared/lazy-import.ts';
import { useFocusOnError } from './action-form.tsx';
import { useFormErrors } from './use-form-errors.ts';

/**
 * A sign-in page's form, which a script sends to the identity service. The schema of the server checks it first; where
 * the schema cannot be loaded, only the server does. It is not `useFieldForm`, because react-hook-form is a tenth of all
 * that a public page may load, and because what was typed before hydration must count.
 */
export function useSchemaForm<I extends Record<string, string>, O>(check: LazyImport<(values: I) => CheckedForm<O>>) {
  const element = useRef<HTMLFormElement>(null);
  const busy = useRef(false);
  const [result, setResult] = useState<FormResult>();
  useFocusOnError(element, result);
  const { errors, onInput } = useFormErrors(result);
  const showErrors = (found: Readonly<Record<string, string>>) =>
    setResult({ stored: false, values: {}, errors: found, formError: null });
  return {
    element,
    /** Field → its error. */
    errors,
    onInput,
    preload: check.preload,
    /** Shows these errors at their fields, and focuses the first. */
    showErrors,
    /** Sends what is right, and only once at a time. What is not is shown, after `onInvalid`. */
    async submit(send: (values: O) => Promise<unknown>, onInvalid: () => void): Promise<void> {
      if (busy.current || !element.current) return;
      busy.current = true;
      try {
        // Read before anything is waited for: it is what the user sees when they press.
        const values = Object.fromEntries(new FormData(element.current)) as I;
        const generation = getDraftGeneration();
        const checked = (await check.load())?.(values);
        // The user has logged out in the meantime, and the form is empty.
        if (generation !== getDraftGeneration()) return;
        setResult(undefined);
        if (!checked?.errors) return void (await send(checked?.data ?? (values as unknown as O)));
        onInvalid();
        showErrors(checked.errors);
      } finally {
        busy.current = false;
      }
    },
    reset() {
      element.current?.reset();
      setResult(undefined);
    },
  };
}
