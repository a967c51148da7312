import { type FormEvent, useState } from 'react';
import type { FormResult } from '#src/shared/form-result.ts';

/**
 * The errors of a form that is checked when it is sent, by the server or by its schema. A field loses its error as soon
 * as its input changes, since the error was about the earlier input. The form's own error goes with the last of them.
 */
export function useFormErrors(result: FormResult | undefined) {
  const [corrected, setCorrected] = useState<{ result: FormResult | undefined; fields: readonly string[] }>({
    result,
    fields: [],
  });
  const fields = corrected.result === result ? corrected.fields : [];
  const remaining = Object.entries(result?.errors ?? {}).filter(([name]) => !fields.includes(name));
  const isCorrected = remaining.length === 0 && fields.some((name) => name in (result?.errors ?? {}));
  return {
    errors: Object.fromEntries(remaining) as Readonly<Record<string, string | undefined>>,
    formError: isCorrected ? null : (result?.formError ?? null),
    /** Whether anything was changed since the result. */
    isChanged: fields.length > 0,
    /** For the form: notes which field was changed. */
    onInput({ target }: FormEvent<HTMLFormElement>) {
      const { name } = target as unknown as HTMLInputElement;
      if (result && !fields.includes(name)) setCorrected({ result, fields: [...fields, name] });
    },
  };
}
