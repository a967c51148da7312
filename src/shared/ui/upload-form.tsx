import { type ReactNode, useEffect, useRef } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import type { ApiProblem, ApiResult } from '#src/shared/api-client.ts';
import { copy } from '#src/shared/copy.ts';
import { type FormValidator, showProblem } from '#src/shared/form-validator.ts';
import { Button } from './button.tsx';
import { useDialog } from './dialog.tsx';
import { FormBar } from './form-bar.tsx';
import { FormError } from './form-error.tsx';
import { useFormSubmission } from './use-form-submission.ts';

export interface FormImage {
  field: ReactNode;
  /** The chosen or stored image, for a preview elsewhere. */
  preview: { src: string; width: number; height: number } | null;
  /** Uploads the chosen image once. Resolves to its URL, '' without an image, or null after an error that it shows. */
  upload: () => Promise<string | null>;
  /** Shows at the field that an image is required, if none is chosen. */
  showRequired: () => void;
  /** Shows an error at the field. */
  showError: (sentence: string) => void;
  reset: () => void;
}

interface UploadFormProps<T extends FieldValues, O> {
  form: UseFormReturn<T, unknown, O>;
  validator: FormValidator<T, O>;
  /** The fields that can show an error, in the order of the page. */
  fields: readonly FieldPath<T>[];
  /** The name of its draft; see `useDraft`. */
  draft: string;
  /** Absent if the form has no image. */
  image?: FormImage & { name: 'image' | 'picture'; needed: boolean };
  send: (fields: O, imageUrl: string) => Promise<ApiResult<unknown>>;
  /** Called before sending. False keeps the form; the callback itself must have said why. */
  canSubmit?: () => boolean;
  /** Returns true if it has shown the problem itself. */
  onProblem?: (problem: ApiProblem) => boolean;
  /**
   * Called once the form is stored and the user has closed the dialog. Without it, the form is cleared for the next
   * entry.
   */
  onSuccess?: () => void;
  submit: string;
  /** Only for a long form: shown next to the button, and both stay in sight. */
  note?: string;
  /** What was stored, in a dialog of our own. Without it, the dialog is the one of the specification. */
  stored?: () => { title: string; text: string };
  children: ReactNode;
}

/**
 * A form whose image is uploaded before the form is sent. Clicks while it is being sent do nothing, and the draft stays
 * until it is stored. Leaving the page cancels everything not yet sent, and every redirect.
 */
export function UploadForm<T extends FieldValues, O>(props: UploadFormProps<T, O>) {
  const { form, validator, fields, image, onSuccess } = props;
  const dialog = useDialog();
  const left = useHasNavigatedAway();

  const send = async (values: O) => {
    if (left() || props.canSubmit?.() === false) return;
    const address = image ? await image.upload() : '';
    if (address === null || left()) return;
    if (address === '' && image?.needed) return image.showRequired();
    const result = await props.send(values, address);
    if (!result.ok) {
      const { problem } = result;
      const imageError = image && problem.errors[image.name];
      // An ended session also unmounts the form. Then only `onProblem` can show it.
      if (left()) props.onProblem?.(problem);
      else if (imageError) image.showError(imageError);
      else if (!props.onProblem?.(problem)) setFormError(showProblem(form, problem, fields));
      return;
    }
    if (!onSuccess && !left()) {
      form.reset();
      image?.reset();
    }
    discard();
    if (left()) return;
    await dialog.alert({ tone: 'success', ...(props.stored?.() ?? copy.dialog.stored) });
    if (left()) return;
    if (onSuccess) onSuccess();
    else if (fields[0]) form.setFocus(fields[0]);
  };
  // react-hook-form then focuses its first invalid field; the image field comes after all others.
  const submission = useFormSubmission({
    draft: props.draft,
    preload: validator.preload,
    async send() {
      await form.handleSubmit(send, image?.needed ? image.showRequired : undefined)();
      return null;
    },
  });
  const { restored, discard, setFormError } = submission;

  const button = (
    <Button type="submit" pending={submission.pending}>
      {props.submit}
    </Button>
  );
  return (
    <form {...submission.props} className="grid max-w-xl gap-6">
      <p role="status" className="empty:hidden border border-line bg-sheet px-4 py-3">
        {restored && `Your entries are still here.${image ? ' Please choose your picture again.' : ''}`}
      </p>
      {props.children}
      {props.note === undefined ? (
        <>
          <FormError>{submission.formError}</FormError>
          {button}
        </>
      ) : (
        <FormBar
          error={submission.formError ?? describeErrors(Object.keys(form.formState.errors).length)}
          note={props.note}
        >
          {button}
        </FormBar>
      )}
    </form>
  );
}

/** For the bar at the end of a long form, whose wrong fields may be out of sight. */
function describeErrors(count: number): string | null {
  if (count === 0) return null;
  return count === 1 ? 'One field needs your attention.' : `${count} fields need your attention.`;
}

/**
 * Whether the user has left the form's page. Read it after each `await`. The address changes first; the form is removed
 * with the next rendering, which comes later on a busy phone.
 */
function useHasNavigatedAway(): () => boolean {
  const path = useRef<string>(null);
  useEffect(() => {
    path.current = window.location.pathname;
    return () => {
      path.current = null;
    };
  }, []);
  return () => path.current !== window.location.pathname;
}
