import { useEffect, useId, useRef, useState } from 'react';
import { Button, ButtonLink } from './button.tsx';
import { TextArea } from './field.tsx';
import { Icon } from './icon.tsx';

export interface DialogMessage {
  tone: 'success' | 'error' | 'info';
  title: string;
  text: string;
  /** What happened and what comes next, in our own words. It leads, since the text may be one of the specification. */
  note?: string;
  /** The page that comes next, beside OK. */
  next?: { label: string; to: string };
}

export interface DialogQuestion {
  title: string;
  text: string;
  /** Below the text: what it is about, in our own words. */
  note?: string;
  confirm: string;
  cancel: string;
  /** Nothing is lost that cannot be restored, so the button that confirms does not look dangerous. */
  losesNothing?: boolean;
}

export interface DialogPrompt extends DialogQuestion {
  /** The field that must be filled in. */
  field: { label: string; hint?: string; maxLength: number };
}

/** A dialog on the screen. */
export interface OpenDialog {
  key: number;
  content: DialogMessage | DialogQuestion | DialogPrompt;
  /** Called with the text of the field, empty without a field, or null if the user canceled. */
  settle: (text: string | null) => void;
}

const tones = {
  success: { icon: 'circle-check', color: 'text-good' },
  error: { icon: 'circle-alert', color: 'text-bad' },
  info: { icon: 'info', color: 'text-muted' },
  question: { icon: 'circle-help', color: 'text-signal' },
} as const;

interface DialogBoxProps {
  opened: OpenDialog;
  onClose: (opened: OpenDialog, text: string | null) => void;
}

/** A modal dialog. It closes itself, and `onClose` is called with the text of its field, or null if it was canceled. */
export function DialogBox({ opened, onClose }: DialogBoxProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const defaultButton = useRef<HTMLButtonElement>(null);
  const text = useRef<HTMLTextAreaElement>(null);
  const [error, setError] = useState<string>();
  const id = useId();
  const { content } = opened;
  const question = 'confirm' in content ? content : null;
  const field = 'field' in content ? content.field : null;
  const next = 'next' in content ? content.next : null;
  const tone = 'tone' in content ? content.tone : 'question';
  const { icon, color } = tones[tone];
  const leads = !question && Boolean(content.note);
  useEffect(() => {
    // The focus starts in the field, or on the button that changes nothing.
    dialog.current?.showModal();
    (text.current ?? defaultButton.current)?.focus();
  }, []);
  // Closing before unmounting lets the browser return the focus to where it was.
  const close = (returnValue: 'confirmed' | '') => dialog.current?.close(returnValue);
  const confirm = () => {
    if (!field || text.current?.value.trim()) return close('confirmed');
    setError('Please fill this in.');
    text.current?.focus();
  };
  return (
    <dialog
      ref={dialog}
      role={tone === 'question' || tone === 'error' ? 'alertdialog' : 'dialog'}
      aria-labelledby={`${id}-title`}
      aria-describedby={content.note ? `${id}-note ${id}-text` : `${id}-text`}
      onClose={(event) => {
        onClose(opened, event.currentTarget.returnValue === 'confirmed' ? (text.current?.value.trim() ?? '') : null);
        // The button that opened the dialog may be gone, for example with a deleted row.
        if (document.activeElement === document.body) document.querySelector('main')?.focus();
      }}
      className="m-auto w-[min(26rem,calc(100vw-2rem))] rounded-edge border border-ink bg-sheet p-6 text-ink"
    >
      <Icon name={icon} className={`size-9 ${color}`} strokeWidth={1.75} />
      {leads && (
        <p id={`${id}-note`} className="mt-3 wrap-anywhere border-line border-b pb-3 font-semibold">
          {content.note}
        </p>
      )}
      <h2
        id={`${id}-title`}
        className={`mt-3 wrap-anywhere font-bold ${leads ? 'text-fine text-muted' : 'text-title tracking-tight'}`}
      >
        {content.title}
      </h2>
      <p id={`${id}-text`} className={`mt-1 whitespace-pre-line ${leads ? 'text-fine text-muted' : ''}`}>
        {content.text}
      </p>
      {content.note && !leads && (
        <p id={`${id}-note`} className="mt-3 border-line border-t pt-3 wrap-anywhere">
          {content.note}
        </p>
      )}
      {field && (
        <div className="mt-5">
          <TextArea ref={text} required rows={3} error={error} onInput={() => setError(undefined)} {...field} />
        </div>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        {question ? (
          <>
            <Button ref={defaultButton} variant="quiet" onClick={() => close('')}>
              {question.cancel}
            </Button>
            <Button variant={question.losesNothing ? 'primary' : 'danger'} onClick={confirm}>
              {question.confirm}
            </Button>
          </>
        ) : (
          <>
            <Button
              ref={defaultButton}
              variant={next ? 'secondary' : 'primary'}
              className="min-w-24"
              onClick={() => close('confirmed')}
            >
              OK
            </Button>
            {next && (
              <ButtonLink to={next.to} className="min-w-24" onClick={() => close('confirmed')}>
                {next.label}
              </ButtonLink>
            )}
          </>
        )}
      </div>
    </dialog>
  );
}
