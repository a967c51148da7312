import { type ReactNode, useEffect, useId, useRef } from 'react';
import { PURCHASE_NUMBERS_IN_TEXT } from '#src/shared/purchase-number.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { StateIcon } from '#src/shared/ui/state-icon.tsx';
import type { useFormSubmission } from '#src/shared/ui/use-form-submission.ts';
import { shipmentCopy } from '../copy.ts';

interface ShipmentDialogProps {
  title: string;
  children: ReactNode;
  /** Absent if there is nothing to confirm. Its error stands at the button, in sight wherever the dialog is scrolled. */
  confirm?: Pick<ReturnType<typeof useFormSubmission>, 'props' | 'pending'> & {
    label: string;
    error: ReactNode;
    /** Something else should come first. */
    isDoubtful?: boolean;
  };
  onClose: () => void;
}

/** A modal dialog about shipping. The focus begins on the button that changes nothing, and returns to where it was. */
export function ShipmentDialog({ title, children, confirm, onClose }: ShipmentDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const quiet = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => {
    dialog.current?.showModal();
    quiet.current?.focus({ preventScroll: true });
  }, []);
  return (
    <dialog
      ref={dialog}
      role={confirm ? 'alertdialog' : 'dialog'}
      aria-labelledby={`${id}-title`}
      onClose={() => {
        onClose();
        // The button that opened the dialog may be gone.
        if (document.activeElement === document.body) document.querySelector('main')?.focus();
      }}
      className="m-auto w-[min(34rem,calc(100vw-1.5rem))] rounded-edge border border-ink bg-sheet p-0 text-left font-normal text-body text-ink"
    >
      <form {...confirm?.props} className="grid gap-5 px-5 pt-6 sm:px-6 [&_input]:scroll-mb-48">
        <div>
          <StateIcon name="truck" className="size-9 text-signal" strokeWidth={1.75} />
          <h2 id={`${id}-title`} className="mt-3 wrap-anywhere text-title font-bold tracking-tight">
            {title.split(PURCHASE_NUMBERS_IN_TEXT).map((part, at) =>
              at % 2 ? (
                <span key={part} className="whitespace-nowrap">
                  {part}
                </span>
              ) : (
                part
              ),
            )}
          </h2>
        </div>
        {children}
        <div className="sticky bottom-0 -mx-5 grid gap-3 border-line border-t bg-sheet px-5 py-4 sm:-mx-6 sm:px-6">
          {confirm && <FormError>{confirm.error}</FormError>}
          <div className="flex flex-wrap justify-end gap-3">
            <Button ref={quiet} variant="quiet" onClick={() => dialog.current?.close()}>
              {confirm ? shipmentCopy.cancel : shipmentCopy.close}
            </Button>
            {confirm && (
              <Button
                type="submit"
                variant={confirm.isDoubtful ? 'secondary' : 'primary'}
                pending={confirm.pending}
                className="max-sm:grow"
              >
                {confirm.label}
              </Button>
            )}
          </div>
        </div>
      </form>
    </dialog>
  );
}
