import { useState } from 'react';
import { formatBytes } from '#src/shared/format-bytes.ts';
import { Button } from '#src/shared/ui/button.tsx';
import { DateTime } from '#src/shared/ui/date-time.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { useAction } from '#src/shared/ui/use-action.ts';
import type { Dependency, System } from '../contract.ts';
import { systemCopy as copy } from '../copy.ts';
import { checkSystem } from './fetch-system.ts';

/** The dependencies of the shop: each with its system, its health, since when, and the reason of a failure. */
export function SystemView({ system }: { system: System }) {
  // A check is newer than the loader's data until the loader runs again.
  const [checked, setChecked] = useState<{ after: System; system: System } | null>(null);
  const shown = checked?.after === system ? checked.system : system;
  const { isPending, problem, run } = useAction();

  async function check() {
    const result = await run(checkSystem);
    if (result.ok) setChecked({ after: system, system: result.value });
  }

  return (
    <>
      <ul aria-live="polite" aria-busy={isPending} className="border-line border-b">
        {shown.ports.map((port) => (
          <DependencyRow key={port.port} dependency={port} />
        ))}
      </ul>
      <p className="mt-6 text-fine text-muted wrap-anywhere">
        {shown.lastBackup ? (
          <>
            {copy.lastBackup} <DateTime at={shown.lastBackup.madeAt} />, {formatBytes(shown.lastBackup.bytes)},{' '}
            {shown.lastBackup.place}
          </>
        ) : (
          copy.noBackup
        )}
      </p>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <p className="text-fine text-muted">
          {copy.running} <DateTime at={shown.startedAt} /> · Node {shown.node.replace(/^v/, '')}
        </p>
        <Button variant="secondary" pending={isPending} onClick={() => void check()}>
          {isPending ? copy.checking : copy.check}
        </Button>
      </div>
      {/* A live region must exist before its text does. */}
      <div className="mt-4">
        <FormError>{problem?.detail}</FormError>
      </div>
    </>
  );
}

const healthColors = { up: 'text-good', down: 'text-bad', unknown: 'text-muted' } satisfies Record<
  Dependency['health'],
  string
>;

function DependencyRow({ dependency: { port, mode, health, trouble, since, seenAt } }: { dependency: Dependency }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-8 gap-y-1 border-line border-t py-4 first:border-t-0 sm:grid-cols-[minmax(0,12rem)_minmax(0,1fr)_auto]">
      <h2 className="col-start-1 row-start-1 font-bold">{copy.ports[port]}</h2>
      <div className="col-span-2 col-start-1 row-start-2 grid min-w-0 content-start gap-1 sm:col-span-1 sm:col-start-2 sm:row-start-1">
        <p>{copy.modes[`${port} ${mode}`] ?? mode}</p>
        {trouble && <p className="text-fine text-bad wrap-anywhere">{trouble}</p>}
        {seenAt && seenAt !== since && (
          <p className="text-fine text-muted">
            Last checked <DateTime at={seenAt} />
          </p>
        )}
      </div>
      <p className="col-start-2 row-start-1 text-right sm:col-start-3">
        <span className={`font-semibold ${healthColors[health]}`}>{copy.health[health]}</span>
        {since && (
          <span className="block text-fine text-muted">
            since <DateTime at={since} />
          </span>
        )}
      </p>
    </li>
  );
}
