import { type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { type ApiProblem, callApi } from '#src/shared/api-client.ts';
import { formatCount } from '#src/shared/numbers.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { DateTime } from '#src/shared/ui/date-time.tsx';
import { useDialog } from '#src/shared/ui/dialog.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import type { Import } from '../contract.ts';
import { importCopy as copy } from '../copy.ts';
import type { RowResult } from '../rules.ts';
import { ImportMappingForm } from './import-mapping.tsx';
import { ImportRows } from './import-rows.tsx';

const POLL_MS = 1_000;

interface ImportViewProps {
  shown: Import;
  /** Fetches it again. Resolves when it is shown. */
  refresh: () => Promise<void>;
}

/** An import: what it would do, what it does just now, what it did; and what can be done about it. */
export function ImportView({ shown, refresh }: ImportViewProps) {
  const isRunning = shown.phase !== null;
  // A check may end before it is fetched again. The state is the same then, but the rows are others.
  const [checks, setChecks] = useState(0);
  const refreshChecked = async () => {
    await refresh();
    setChecks((count) => count + 1);
  };
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => void refresh(), POLL_MS);
    return () => clearInterval(timer);
  }, [isRunning, refresh]);

  const counts: [RowResult, number][] = [
    ['fault', shown.faultRows],
    ['create', shown.creates],
    ['change', shown.changes],
    ['unchanged', shown.unchanged],
  ];
  return (
    <div className="grid gap-10">
      <Status shown={shown} />
      {shown.state === 'ready' && <Decision shown={shown} refresh={refresh} />}
      {shown.state === 'done' && <Undo shown={shown} refresh={refresh} />}
      {shown.state === 'failed' && shown.confirmedBy === null && <Remove shown={shown} />}
      {(shown.state === 'ready' || shown.state === 'failed') && shown.format !== null && shown.confirmedBy === null && (
        <ImportMappingForm key={JSON.stringify([shown.columns, shown.format])} shown={shown} refresh={refreshChecked} />
      )}
      {!isRunning &&
        shown.state !== 'failed' &&
        counts.map(
          ([result, count]) =>
            count > 0 && (
              <ImportRows key={`${result} ${shown.state} ${checks}`} id={shown._id} result={result} count={count} />
            ),
        )}
    </div>
  );
}

function Status({ shown }: { shown: Import }) {
  const { phase, progress, state } = shown;
  const labels = state === 'ready' ? copy.willCounts : copy.counts;
  return (
    <div className="grid max-w-3xl gap-4">
      <p role="status" className="text-lead">
        {phase === 'checking' && copy.checking(shown.rows)}
        {phase === 'writing' && progress && copy.writing(progress.done, progress.of)}
        {phase === 'undoing' && progress && copy.undoingOf(progress.done, progress.of)}
        {state === 'done' && copy.done(shown.creates, shown.changes)}
        {state === 'undone' && copy.undo.done}
      </p>
      {phase && (
        <>
          <progress
            aria-label={phase === 'undoing' ? copy.undoing : copy.states[state]}
            max={progress?.of ?? undefined}
            value={progress?.done}
            className="h-2 w-full appearance-none border border-line bg-sheet [&::-moz-progress-bar]:bg-signal [&::-webkit-progress-bar]:bg-sheet [&::-webkit-progress-value]:bg-signal"
          />
          <p className="text-muted">{copy.mayLeave}</p>
        </>
      )}
      {state === 'failed' && (
        <div className="border border-bad px-4 py-3">
          <p className="font-semibold">{copy.failed}</p>
          <p className="mt-1">{shown.reason}</p>
        </div>
      )}
      {shown.refused > 0 && state === 'done' && (
        <p className="border border-bad px-4 py-3">{copy.refused(shown.refused)}</p>
      )}
      {state !== 'failed' && phase === null && (
        <dl className="grid grid-cols-2 border-line border-t sm:grid-cols-4">
          {(['creates', 'changes', 'unchanged', 'faultRows'] as const).map((name) => (
            <div key={name} className="border-line border-b py-3 pr-4">
              <dd className={`figures text-title ${name === 'faultRows' && shown.faultRows > 0 ? 'text-bad' : ''}`}>
                {formatCount(shown[name])}
              </dd>
              <dt className="text-fine text-muted">{labels[name]}</dt>
            </div>
          ))}
        </dl>
      )}
      {shown.undoneBy && shown.undoneAt && (
        <p>
          {copy.states.undone} {copy.by(shown.undoneBy)}, <DateTime at={shown.undoneAt} />.
        </p>
      )}
    </div>
  );
}

/** A button whose call is asked about first. Shows what the call says, and refreshes the page. */
function useAction(refresh: () => Promise<void>) {
  const dialog = useDialog();
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  const run = async (
    question: { title: string; text: string; confirm: string; cancel: string },
    path: string,
    call: { method: 'POST' | 'DELETE'; body?: object },
  ) => {
    if (isPending || !(await dialog.confirm(question))) return false;
    setIsPending(true);
    setProblem(null);
    const result = await callApi(path, call);
    if (!result.ok) setProblem(result.problem);
    if (result.ok && call.method === 'POST') await refresh();
    setIsPending(false);
    return result.ok;
  };
  return { run, isPending, problem, setProblem };
}

function Decision({ shown, refresh }: ImportViewProps) {
  const { run, isPending, problem } = useAction(refresh);
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

function Remove({ shown }: { shown: Import }) {
  return (
    <Actions>
      <RemoveButton shown={shown} />
    </Actions>
  );
}

function RemoveButton({ shown }: { shown: Import }) {
  const navigate = useNavigate();
  const { run, isPending, problem } = useAction(async () => {});
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

function Undo({ shown, refresh }: ImportViewProps) {
  const { run, isPending, problem } = useAction(refresh);
  return (
    <div className="grid max-w-3xl gap-4">
      <FormError>{problem?.detail}</FormError>
      <Actions>
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
      </Actions>
    </div>
  );
}

function Actions({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap gap-3">{children}</div>;
}
