import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi } from '#src/shared/api-client.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { useDialog } from '#src/shared/ui/dialog.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { useAction } from '#src/shared/ui/use-action.ts';
import type { Import } from '../contract.ts';
import { importCopy as copy } from '../copy.ts';

interface ActionProps {
  shown: Import;
  /** Fetches the import again. Resolves when it is shown. */
  refresh: () => Promise<void>;
}

/**
 * A button that asks for confirmation before its call, if there is a question. Shows the call's message and refreshes
 * the page.
 */
function useImportAction(refresh: () => Promise<void>) {
  const dialog = useDialog();
  const action = useAction();
  const run = async (
    question: { title: string; text: string; confirm: string; cancel: string } | null,
    path: string,
    call: { method: 'POST' | 'DELETE'; body?: object },
  ) => {
    if (action.isPending || (question && !(await dialog.confirm(question)))) return false;
    const { ok } = await action.run(async () => {
      const result = await callApi(path, call);
      if (result.ok && call.method === 'POST') await refresh();
      return result;
    });
    return ok;
  };
  return { ...action, run };
}

/** Buttons that write a checked import or delete it. */
export function Decision({ shown, refresh }: ActionProps) {
  const { run, isPending, problem } = useImportAction(refresh);
  const [skips, setSkips] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const isNothing = shown.creates + shown.changes === 0;
  const mustSkip = shown.faultRows > 0 && !skips;
  return (
    <div className="grid max-w-3xl gap-4">
      {isNothing ? (
        <p>{copy.confirm.nothing}</p>
      ) : (
        shown.faultRows > 0 && (
          <label className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              checked={skips}
              onChange={({ target }) => setSkips(target.checked)}
              className="size-5 shrink-0 accent-ink"
            />
            {copy.confirm.skip(shown.faultRows)}
          </label>
        )
      )}
      <FormError>{isAsked && mustSkip && !isNothing ? copy.confirm.mustSkip : problem?.detail}</FormError>
      <Actions>
        {!isNothing && (
          <Button
            // It shines once it does something.
            variant={mustSkip ? 'secondary' : 'primary'}
            className="w-full sm:w-auto"
            pending={isPending}
            onClick={() => {
              setIsAsked(true);
              if (mustSkip) return;
              void run(
                copy.confirm.ask(shown.creates, shown.changes, shown.faultRows),
                `/imports/${shown._id}/confirm`,
                {
                  method: 'POST',
                  body: { skipFaulty: skips },
                },
              );
            }}
          >
            {copy.confirm.button}
          </Button>
        )}
        <RemoveButton shown={shown} />
      </Actions>
    </div>
  );
}

/** Deletes an import that is not confirmed. */
export function Remove({ shown }: { shown: Import }) {
  return (
    <Actions>
      <RemoveButton shown={shown} />
    </Actions>
  );
}

function RemoveButton({ shown }: { shown: Import }) {
  const navigate = useNavigate();
  const { run, isPending, problem } = useImportAction(async () => {});
  return (
    <>
      <Button
        variant="secondary"
        className="w-full sm:w-auto"
        pending={isPending}
        onClick={async () => {
          if (await run(copy.confirm.askRemove, `/imports/${shown._id}`, { method: 'DELETE' }))
            navigate('/dashboard/imports');
        }}
      >
        {copy.confirm.remove}
      </Button>
      <FormError>{problem?.detail}</FormError>
    </>
  );
}

/** Buttons that retry a stopped import or end it. */
export function Retry({ shown, refresh }: ActionProps) {
  const { run, isPending, problem } = useImportAction(refresh);
  return (
    <Actions>
      <Button
        className="w-full sm:w-auto"
        pending={isPending}
        onClick={() => void run(null, `/imports/${shown._id}/retry`, { method: 'POST', body: {} })}
      >
        {copy.retry}
      </Button>
      {shown.confirmedBy === null ? (
        <RemoveButton shown={shown} />
      ) : (
        shown.undoneBy === null && <UndoButton shown={shown} refresh={refresh} />
      )}
      <FormError>{problem?.detail}</FormError>
    </Actions>
  );
}

/** The button that undoes what an import wrote. */
export function Undo(props: ActionProps) {
  return (
    <Actions>
      <UndoButton {...props} />
    </Actions>
  );
}

function UndoButton({ shown, refresh }: ActionProps) {
  const { run, isPending, problem } = useImportAction(refresh);
  return (
    <>
      <Button
        variant="secondary"
        className="w-full sm:w-auto"
        pending={isPending}
        onClick={() =>
          void run(copy.undo.ask(shown.creates, shown.changes), `/imports/${shown._id}/undo`, {
            method: 'POST',
            body: {},
          })
        }
      >
        {copy.undo.button}
      </Button>
      <FormError>{problem?.detail}</FormError>
    </>
  );
}

function Actions({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-3">{children}</div>;
}
