import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { ApiProblem } from '#src/shared/api-client.ts';
import { useDraft } from './use-draft.ts';

/** What is wrong with a form: a sentence for each field by name, or else one for the form as a whole. */
export type FormProblem = Pick<ApiProblem, 'errors' | 'detail'>;

interface SubmissionOptions {
  /** The name of its draft, see `useDraft`. A form without one saves nothing. */
  draft?: string | null | undefined;
  /** An error of the whole form that is known before it is shown. */
  initialError?: string | null;
  /** Loads the validation. Called when the form gets the focus. */
  preload?: (() => void) | undefined;
  /**
   * Checks and sends the form. Resolves to what is wrong with it, or to null: then it is stored, or `send` has said why
   * not.
   */
  send: () => Promise<FormProblem | null>;
}

/**
 * What all forms sent by script have in common, wherever their values are: a draft, one submission at a time, errors,
 * and the focus on the first visible invalid field. The error of a field that is not shown is shown for the form as a
 * whole. `useFieldForm` adds the fields.
 */
export function useFormSubmission({ draft = null, initialError = null, preload, send }: SubmissionOptions) {
  const element = useRef<HTMLFormElement>(null);
  const { restored, discard } = useDraft(element, draft);
  const [pending, setPending] = useState(false);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [formError, setFormError] = useState(initialError);
  const busy = useRef(false);
  /** Correcting one of two invalid fields must not move the focus to the other. */
  const focuses = useRef(false);
  useEffect(() => {
    if (!focuses.current || Object.keys(errors).length === 0) return;
    focuses.current = false;
    const field = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]:not([hidden] *)');
    if (field) field.focus();
    else setFormError(Object.values(errors)[0] ?? null);
  }, [errors]);

  const show = (problem: FormProblem | null) => {
    focuses.current = problem !== null;
    setErrors(problem?.errors ?? {});
    setFormError(problem && Object.keys(problem.errors).length === 0 ? problem.detail : null);
  };
  const submit = async () => {
    if (busy.current) return;
    busy.current = true;
    setPending(true);
    show(null);
    try {
      const problem = await send();
      if (problem) show(problem);
    } finally {
      busy.current = false;
      setPending(false);
    }
  };

  return {
    element,
    /** Whether the draft has filled in fields. */
    restored,
    discard,
    pending,
    /** Field → its error. */
    errors,
    /** What is wrong with the form as a whole. */
    formError,
    setFormError,
    /** Call it for corrected fields, since their errors were about the earlier input. */
    clearErrors: (...names: string[]) =>
      setErrors((found) => Object.fromEntries(Object.entries(found).filter(([name]) => !names.includes(name)))),
    /** For the `<form>`. */
    props: {
      ref: element,
      noValidate: true,
      onFocus: preload,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        void submit();
      },
    },
  };
}

export function toFieldProblem(name: string, sentence: string): FormProblem {
  return { errors: { [name]: sentence }, detail: sentence };
}

/** The problem with the API's errors under the names of a form's fields. */
export function renameErrors<P extends FormProblem>(problem: P, rename: (name: string) => string): P {
  const errors = Object.entries(problem.errors).map(([name, sentence]) => [rename(name), sentence]);
  return { ...problem, errors: Object.fromEntries(errors) };
}
