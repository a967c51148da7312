import { type ReactNode, useRef, useState } from 'react';
import type { ApiProblem } from '#src/shared/api-client.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { useDialog } from '#src/shared/ui/dialog.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { Section } from '#src/shared/ui/page.tsx';
import { shippingCopy } from '../copy.ts';
import { useShippingCalls } from './use-shipping-calls.ts';

interface Entry {
  _id: string;
  name: string;
  version: number;
}

/** What a form of an entry calls. `onSend` resolves to the reason why nothing was stored, or null. */
export interface EntryFormActions<Body> {
  onSend: (body: Body, version: number | undefined) => Promise<ApiProblem | null>;
  onCancel: () => void;
}

/** What a row of an entry calls, and its place in the list. */
export interface EntryRowActions {
  at: number;
  isPending: boolean;
  onChange: () => void;
  onRemove: () => void;
  /** Changes these fields without a form, and says this sentence. */
  onPatch: (body: object, sentence: string) => void;
}

interface ShippingListProps<T extends Entry, Body extends { name: string }> {
  id: 'zones' | 'methods';
  path: Parameters<typeof useShippingCalls>[0];
  copy: Pick<
    (typeof shippingCopy)['zones' | 'methods'],
    'title' | 'text' | 'list' | 'add' | 'added' | 'saved' | 'ask' | 'removed'
  >;
  entries: readonly T[];
  /** What is shown while there are none. */
  none: ReactNode;
  refresh: () => Promise<void>;
  renderForm: (entry: T | null, actions: EntryFormActions<Body>) => ReactNode;
  renderRow: (entry: T, actions: EntryRowActions) => ReactNode;
}

/** All zones or methods, each of which can be changed in its place or deleted, and a form for another one. */
export function ShippingList<T extends Entry, Body extends { name: string }>({
  id,
  path,
  copy,
  entries,
  none,
  refresh,
  renderForm,
  renderRow,
}: ShippingListProps<T, Body>) {
  const dialog = useDialog();
  /** The id of the entry that is being changed; empty while one is added. */
  const [openId, setOpenId] = useState<string | null>(null);
  const { isPending, error, done, send, report } = useShippingCalls(path, refresh);
  const status = useRef<HTMLParagraphElement>(null);
  const close = () => {
    setOpenId(null);
    status.current?.focus();
  };
  const save = (entryId: string) => async (body: Body, version: number | undefined) => {
    const problem = entryId
      ? await send(
          entryId,
          { method: 'PATCH', body, ...(version === undefined ? {} : { version }) },
          copy.saved(body.name),
        )
      : await send('', { method: 'POST', body }, copy.added(body.name));
    if (!problem) close();
    return problem;
  };
  const remove = async ({ _id, name }: T) => {
    if (!(await dialog.confirm(copy.ask(name)))) return;
    await report(await send(_id, { method: 'DELETE' }, copy.removed(name)));
    status.current?.focus();
  };
  const patch = async ({ _id, version }: T, body: object, sentence: string) =>
    report(await send(_id, { method: 'PATCH', body, version }, sentence));
  const form = (entry: T | null) => renderForm(entry, { onSend: save(entry?._id ?? ''), onCancel: close });
  return (
    <Section id={id} title={copy.title}>
      <div className="mt-4 grid gap-4">
        <p className="max-w-prose text-muted">{copy.text}</p>
        <p ref={status} tabIndex={-1} role="status" className="text-good outline-none empty:sr-only wrap-anywhere">
          {done}
        </p>
        <FormError>{error}</FormError>
        {entries.length === 0 && openId === null && none}
        {entries.length > 0 && (
          <ul aria-label={copy.list} className="border-line border-t">
            {entries.map((entry, at) => (
              <li key={entry._id} className="border-line border-b py-2">
                {openId === entry._id
                  ? form(entry)
                  : renderRow(entry, {
                      at,
                      isPending,
                      onChange: () => setOpenId(entry._id),
                      onRemove: () => void remove(entry),
                      onPatch: (body, sentence) => void patch(entry, body, sentence),
                    })}
              </li>
            ))}
          </ul>
        )}
        {openId === '' ? (
          form(null)
        ) : (
          <div>
            <Button variant="secondary" onClick={() => setOpenId('')}>
              {copy.add}
            </Button>
          </div>
        )}
      </div>
    </Section>
  );
}

interface RowActionsProps extends Pick<EntryRowActions, 'isPending' | 'onChange' | 'onRemove'> {
  name: string;
  copy: Pick<(typeof shippingCopy)['zones' | 'methods'], 'changeLabel' | 'removeLabel'>;
}

/** The buttons at the end of a row. */
export function RowActions({ name, copy, isPending, onChange, onRemove }: RowActionsProps) {
  return (
    <>
      <Button variant="quiet" className="px-3!" aria-label={copy.changeLabel(name)} onClick={onChange}>
        {shippingCopy.change}
      </Button>
      <Button
        variant="quiet"
        className="px-3!"
        pending={isPending}
        aria-label={copy.removeLabel(name)}
        onClick={onRemove}
      >
        {shippingCopy.remove}
      </Button>
    </>
  );
}
