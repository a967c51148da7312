import { useEffect, useState } from 'react';
import { formatCount } from '#src/shared/numbers.ts';
import { DateTime } from '#src/shared/ui/date-time.tsx';
import type { Import } from '../contract.ts';
import { importCopy as copy } from '../copy.ts';
import type { RowResult } from '../rules.ts';
import { Decision, Remove, Retry, Undo } from './import-actions.tsx';
import { ImportIssues } from './import-issues.tsx';
import { ImportMappingForm } from './import-mapping.tsx';
import { ImportRows } from './import-rows.tsx';
import { listMissingFields, MissingColumns } from './missing-columns.tsx';

const POLL_MS = 1_000;

interface ImportViewProps {
  shown: Import;
  /** Fetches the import again. Resolves when it is shown. */
  refresh: () => Promise<void>;
}

/** An import: what it would do, is doing or did, with the available actions. */
export function ImportView({ shown, refresh }: ImportViewProps) {
  const isRunning = shown.phase !== null;
  // A new check may end before the import is fetched again. Then its state is the same, but its rows are not.
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
  const canMap = (shown.state === 'ready' || hasFailed(shown)) && shown.format !== null && shown.confirmedBy === null;
  const mappingKey = JSON.stringify([shown.columns, shown.format, shown.newMinimumOrder]);
  const missing = listMissingFields(shown);
  return (
    <div className="grid gap-10">
      <Status shown={shown} />
      {canMap && missing.length > 0 && (
        <MissingColumns key={`missing ${mappingKey}`} shown={shown} fields={missing} refresh={refreshChecked} />
      )}
      {canMap && shown.issues.length > 0 && <ImportIssues shown={shown} refresh={refreshChecked} />}
      {shown.state === 'ready' && <Decision shown={shown} refresh={refresh} />}
      {shown.state === 'stopped' && <Retry shown={shown} refresh={refresh} />}
      {(shown.state === 'done' || (shown.state === 'failed' && isHalfWritten(shown))) && (
        <Undo shown={shown} refresh={refresh} />
      )}
      {shown.state === 'failed' && !isHalfWritten(shown) && <Remove shown={shown} />}
      {canMap && <ImportMappingForm key={mappingKey} shown={shown} refresh={refreshChecked} />}
      {!isRunning &&
        (!hasFailed(shown) || isHalfWritten(shown)) &&
        counts.map(
          ([result, count]) =>
            count > 0 && (
              <ImportRows
                key={`${result} ${shown.state} ${checks}`}
                id={shown._id}
                result={result}
                count={count}
                isWritten={shown.confirmedBy !== null}
              />
            ),
        )}
    </div>
  );
}

const hasFailed = ({ state }: Import) => state === 'failed' || state === 'stopped';

/** A confirmed import that failed or was stopped has written or undone only some of its rows. */
const isHalfWritten = (shown: Import) => hasFailed(shown) && shown.confirmedBy !== null;

function nameFailure(shown: Import): string {
  if (isHalfWritten(shown)) return copy.stopped;
  return shown.state === 'stopped' ? copy.stoppedCheck : copy.failed;
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
        {state === 'undone' && (shown.left > 0 ? copy.undo.inPart : copy.undo.done)}
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
      {hasFailed(shown) && (
        <div className="border border-bad px-4 py-3">
          <p className="font-semibold">{nameFailure(shown)}</p>
          <p className="mt-1">{shown.reason}</p>
        </div>
      )}
      {state === 'undone' && shown.reason && (
        <p className="border border-bad px-4 py-3 wrap-anywhere">{shown.reason}</p>
      )}
      {shown.refused > 0 && state === 'done' && (
        <p className="border border-bad px-4 py-3">{copy.refused(shown.refused)}</p>
      )}
      {(!hasFailed(shown) || isHalfWritten(shown)) && phase === null && (
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
