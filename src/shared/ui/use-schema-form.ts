import { useRef, useState } from 'react';
import type { CheckedForm } from '#src/shared/check-form.ts';
import { getDraftGeneration } from '#src/shared/draft.ts';
import type { FormResult } from '#src/shared/form-result.ts';
import type { LazyImport } from '#src/shared/lazy-import.ts';
import { useFocusOnError } from './action-form.tsx';
import { useFormErrors } from './use-form-errors.ts';

/**
 * A sign-in page's form, which a script sends to the identity service. The server's schema checks it first; if the
 * schema cannot be loaded, only the server does. It is not `useFieldForm`, because react-hook-form is a tenth of
 * everything that a public page may load, and because input typed before hydration must count.
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
    /** Sends valid input, and only once at a time. Shows errors of invalid input, after `onInvalid`. */
    async submit(send: (values: O) => Promise<unknown>, onInvalid: () => void): Promise<void> {
      if (busy.current || !element.current) return;
      busy.current = true;
      try {
        // Reads the fields before any await, since this is what the user saw when they pressed the button.
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
