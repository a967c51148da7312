import { createContext, type ReactNode, use, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';

interface DialogMessage {
  tone: 'success' | 'error' | 'info';
  title: string;
  text: string;
}

interface DialogQuestion {
  title: string;
  text: string;
  confirm: string;
  cancel: string;
}

interface Dialog {
  /** Shows a message over the page; resolves when the person has closed it. Several wait their turn. */
  alert(message: DialogMessage): Promise<void>;
  /** Asks; true only when the person chose `confirm`. */
  confirm(question: DialogQuestion): Promise<boolean>;
}

interface Shown {
  key: number;
  content: DialogMessage | DialogQuestion;
  settle: (confirmed: boolean) => void;
}

const DialogContext = createContext<Dialog | null>(null);

/** The popups of the page it stands in. */
export function useDialog(): Dialog {
  const popup = use(DialogContext);
  if (!popup) throw new Error('usePopup needs a PopupProvider above it');
  return popup;
}

export function DialogProvider({ children }: { children: ReactNode }) {
  const [queue, setQueue] = useState<readonly Shown[]>([]);
  const nextKey = useRef(0);
  const popup = useMemo<Dialog>(() => {
    const open = (content: Shown['content']) =>
      new Promise<boolean>((settle) => {
        nextKey.current += 1;
        const shown = { key: nextKey.current, content, settle };
        setQueue((waiting) => [...waiting, shown]);
      });
    return { alert: (message) => open(message).then(() => undefined), confirm: open };
  }, []);
  const leave = useCallback((shown: Shown, confirmed: boolean) => {
    setQueue((waiting) => waiting.filter((other) => other !== shown));
    shown.settle(confirmed);
  }, []);
  const first = queue[0];
  return (
    <DialogContext value={popup}>
      {children}
      {first && <DialogBox key={first.key} shown={first} onLeave={leave} />}
    </DialogContext>
  );
}

const tones = {
  success: { icon: 'circle-check', color: 'text-good' },
  error: { icon: 'circle-alert', color: 'text-bad' },
  info: { icon: 'info', color: 'text-muted' },
  question: { icon: 'circle-help', color: 'text-signal' },
} as const;

function DialogBox({ shown, onLeave }: { shown: Shown; onLeave: (shown: Shown, confirmed: boolean) => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const safe = useRef<HTMLButtonElement>(null);
  const id = useId();
  const { content } = shown;
  const question = 'confirm' in content ? content : null;
  const tone = 'tone' in content ? content.tone : 'question';
  const { icon, color } = tones[tone];
  useEffect(() => {
    // A question begins at the answer that changes nothing.
    dialog.current?.showModal();
    safe.current?.focus();
  }, []);
  // Closing, rather than taking the dialog away, lets the browser give the focus back to where it was.
  const close = (returnValue: 'confirmed' | '') => dialog.current?.close(returnValue);
  return (
    <dialog
      ref={dialog}
      role={tone === 'question' || tone === 'error' ? 'alertdialog' : 'dialog'}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onClose={(event) => {
        onLeave(shown, event.currentTarget.returnValue === 'confirmed');
        // What opened it may be gone by now, a deleted row for one.
        if (document.activeElement === document.body) document.querySelector('main')?.focus();
      }}
      className="m-auto w-[min(26rem,calc(100vw-2rem))] rounded-edge border border-ink bg-sheet p-6 text-ink"
    >
      <Icon name={icon} className={`size-9 ${color}`} strokeWidth={1.75} />
      <h2 id={`${id}-title`} className="mt-3 text-title font-bold tracking-tight">
        {content.title}
      </h2>
      <p id={`${id}-text`} className="mt-1 whitespace-pre-line">
        {content.text}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        {question ? (
          <>
            <Button ref={safe} variant="quiet" onClick={() => close('')}>
              {question.cancel}
            </Button>
            <Button variant="danger" onClick={() => close('confirmed')}>
              {question.confirm}
            </Button>
          </>
        ) : (
          <Button ref={safe} className="min-w-24" onClick={() => close('confirmed')}>
            OK
          </Button>
        )}
      </div>
    </dialog>
  );
}
