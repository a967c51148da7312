import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { lazyImport } from '#src/shared/lazy-import.ts';
import type { DialogBox, DialogMessage, DialogPrompt, DialogQuestion, OpenDialog } from './dialog-box.tsx';

const box = lazyImport(() => import('./dialog-box.tsx'));

interface Dialog {
  /** Shows a message. Resolves when the user has closed it. Several messages are shown one after another. */
  alert(message: DialogMessage): Promise<void>;
  /** Asks a question. True only if the user chose `confirm`. */
  confirm(question: DialogQuestion): Promise<boolean>;
  /** Asks for a text. Null if the user canceled. */
  prompt(question: DialogPrompt): Promise<string | null>;
}

const DialogContext = createContext<Dialog | null>(null);

/** Opens modal dialogs over the page. Most pages open none, so the first component that may open one loads them. */
export function useDialog(): Dialog {
  const dialog = use(DialogContext);
  if (!dialog) throw new Error('useDialog needs a DialogProvider above it');
  useEffect(box.preload, []);
  return dialog;
}

export function DialogProvider({ children }: { children: ReactNode }) {
  const [queue, setQueue] = useState<readonly OpenDialog[]>([]);
  const [Box, setBox] = useState<typeof DialogBox>();
  const nextKey = useRef(0);
  const dialog = useMemo<Dialog>(() => {
    const open = (content: OpenDialog['content']) =>
      new Promise<string | null>((settle) => {
        nextKey.current += 1;
        const opened = { key: nextKey.current, content, settle };
        setQueue((waiting) => [...waiting, opened]);
        void box.load().then((loaded) => {
          if (loaded) return setBox(() => loaded.DialogBox);
          // The connection was lost before it was loaded.
          setQueue((waiting) => waiting.filter((other) => other !== opened));
          settle(askPlainly(content));
        });
      });
    return {
      alert: (message) => open(message).then(() => undefined),
      confirm: (question) => open(question).then((text) => text !== null),
      prompt: open,
    };
  }, []);
  const close = useCallback((closed: OpenDialog, text: string | null) => {
    setQueue((waiting) => waiting.filter((other) => other !== closed));
    closed.settle(text);
  }, []);
  const first = queue[0];
  return (
    <DialogContext value={dialog}>
      {children}
      {first && Box && <Box key={first.key} opened={first} onClose={close} />}
    </DialogContext>
  );
}

/**
 * Adds a sentence of our own below the success messages of its children, such as a form. `note` is called when the
 * message is shown.
 */
export function SuccessNote({ note, children }: { note: () => string; children: ReactNode }) {
  const dialog = useDialog();
  const noting: Dialog = {
    ...dialog,
    alert: (message) => dialog.alert(message.tone === 'success' ? { ...message, note: note() } : message),
  };
  return <DialogContext value={noting}>{children}</DialogContext>;
}

/** Asks with the browser's own dialogs, which are always there. */
function askPlainly({ title, text, ...content }: OpenDialog['content']): string | null {
  const message = `${title}\n\n${text}`;
  if ('field' in content) return prompt(message)?.trim() || null;
  if ('confirm' in content) return confirm(message) ? '' : null;
  alert(message);
  return '';
}
