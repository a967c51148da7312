import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import type { ApiProblem, ApiResult } from '#src/shared/api-client.ts';
import { copy } from '#src/shared/copy.ts';
import { type FormValidator, showProblem } from '#src/shared/form-validator.ts';
import { Button } from './button.tsx';
import { useDialog } from './dialog.tsx';
import { FormError } from './form-error.tsx';
import { useDraft } from './use-draft.ts';

/** A picture that goes with a form; its field stands among the form's own. */
export interface FormImage {
  field: ReactNode;
  /** What is chosen or stored, to be shown elsewhere too. */
  preview: { src: string; width: number; height: number } | null;
  /** Uploads what was chosen, once; answers its address, '' where nothing was chosen, null after a failure it shows. */
  upload: () => Promise<string | null>;
  /** Says at the field that a picture is needed, where none is chosen. */
  showRequired: () => void;
  /** Shows a sentence at the field. */
  showError: (sentence: string) => void;
  reset: () => void;
}

interface UploadFormProps<T extends FieldValues, O> {
  form: UseFormReturn<T, unknown, O>;
  validator: FormValidator<T, O>;
  /** The fields that can show a sentence, in the order of the page. */
  fields: readonly FieldPath<T>[];
  /** Its name among all drafts; see `useDraft`. */
  draft: string;
  image: FormImage & { name: 'image' | 'picture'; needed: boolean };
  /** Sends what was checked with the picture's address. */
  send: (fields: O, picture: string) => Promise<ApiResult<unknown>>;
  /** Asked first; false when it has said itself why nothing is sent. */
  canSubmit?: () => boolean;
  /** True when it has told the problem itself. */
  onProblem?: (problem: ApiProblem) => boolean;
  /** Stored, and the person knows it. Without it the form is empty again, for the next one. */
  onSuccess?: () => void;
  submit: string;
  children: ReactNode;
}

/**
 * A form whose picture goes to the image host first. Sent once however often it is pressed, and kept until it is stored.
 * Whoever leaves the page before it is sent has not sent it, and is not led away from where they are by then.
 */
export function UploadForm<T extends FieldValues, O>(props: UploadFormProps<T, O>) {
  const { form, validator, fields, image: picture, onSuccess: onSent } = props;
  const element = useRef<HTMLFormElement>(null);
  const { restored, forget } = useDraft(element, props.draft);
  const dialog = useDialog();
  const [fault, setFault] = useState<string | null>(null);
  const busy = useRef(false);
  const gone = useIsUnmounted();

  const send = async (values: O) => {
    if (gone.current || props.canSubmit?.() === false) return;
    const address = await picture.upload();
    if (address === null || gone.current) return;
    if (address === '' && picture.needed) return picture.showRequired();
    const result = await props.send(values, address);
    if (!result.ok) {
      const { problem } = result;
      const atPicture = problem.errors[picture.name];
      // The session that ended takes the form off the page, too: then this is the only word of it.
      if (gone.current) props.onProblem?.(problem);
      else if (atPicture) picture.showError(atPicture);
      else if (!props.onProblem?.(problem)) setFault(showProblem(form, problem, fields));
      return;
    }
    if (!onSent && !gone.current) {
      form.reset();
      picture.reset();
    }
    forget();
    if (gone.current) return;
    await dialog.alert({ tone: 'success', ...copy.dialog.stored });
    if (gone.current) return;
    if (onSent) onSent();
    else if (fields[0]) form.setFocus(fields[0]);
  };
  // The form goes to its first faulty field after this; the picture's own field is behind all others.
  const submit = form.handleSubmit(send, picture.needed ? picture.showRequired : undefined);

  return (
    <form
      ref={element}
      noValidate
      className="grid max-w-xl gap-6"
      onFocus={validator.preload}
      onSubmit={async (event) => {
        event.preventDefault();
        if (busy.current) return;
        busy.current = true;
        setFault(null);
        try {
          await submit(event);
        } finally {
          busy.current = false;
        }
      }}
    >
      <p role="status" className="empty:hidden border border-line bg-sheet px-4 py-3">
        {restored ? 'What you had typed is still here. A picture you had chosen has to be chosen again.' : null}
      </p>
      {props.children}
      <FormError>{fault}</FormError>
      <Button type="submit" pending={form.formState.isSubmitting}>
        {props.submit}
      </Button>
    </form>
  );
}

/** Whether the form is no longer on the page, to be read after each wait. */
function useIsUnmounted(): { readonly current: boolean } {
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);
  return left;
}
