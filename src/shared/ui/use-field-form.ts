import { type DefaultValues, type FieldPath, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import { type FormValidator, showProblem } from '#src/shared/form-validator.ts';
import { type FormProblem, useFormSubmission } from './use-form-submission.ts';

interface FieldFormOptions<I extends FieldValues, O> {
  defaultValues: DefaultValues<I>;
  /** Checks the form with the server's schema. Without it, only `send` and the server check it. */
  validator?: FormValidator<I, O>;
  /** The fields that can show an error, in the order of the page. */
  fields: readonly FieldPath<I>[];
  /** The name of its draft, see `useDraft`. A form without one saves nothing. */
  draft?: string;
  /** Sends values that the validator accepted. Resolves like that of `useFormSubmission`. */
  send: (values: O, tools: FieldFormTools<I, O>) => Promise<FormProblem | null>;
}

/** What `send` may need from its form. */
export interface FieldFormTools<I extends FieldValues, O> {
  form: UseFormReturn<I, unknown, O>;
  discard: () => void;
  setFormError: (sentence: string | null) => void;
}

/**
 * A form on a signed-in page: react-hook-form manages its fields, the server's schema checks them, and API problems are
 * shown at them. Public pages use `ActionForm`, since this loads react-hook-form.
 */
export function useFieldForm<I extends FieldValues, O = I>(options: FieldFormOptions<I, O>) {
  const { defaultValues, validator, fields, draft, send } = options;
  const form = useForm<I, unknown, O>({ defaultValues, ...(validator ? { resolver: validator.resolver } : {}) });
  const submission = useFormSubmission({
    draft,
    preload: validator?.preload,
    async send() {
      await form.handleSubmit(async (values) => {
        const { discard, setFormError } = submission;
        const problem = await send(values, { form, discard, setFormError });
        if (problem) setFormError(showProblem(form, problem, fields));
      })();
      return null;
    },
  });
  return { ...submission, form, errors: form.formState.errors };
}
