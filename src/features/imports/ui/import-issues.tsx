import { Button } from '#src/shared/ui/button.tsx';
import { FormError } from '#src/shared/ui/form-error.tsx';
import { Section } from '#src/shared/ui/page.tsx';
import type { Import } from '../contract.ts';
import { importCopy } from '../copy.ts';
import { type ColumnMeaning, isSkippable } from '../rules.ts';
import { useMapping } from './use-mapping.ts';

const copy = importCopy.issues;

/** Equal faults in one line each, with the ways out: to leave out the column, or only what cannot be read. */
export function ImportIssues({ shown, refresh }: { shown: Import; refresh: () => Promise<void> }) {
  const { send, isPending, problem } = useMapping(shown, refresh);
  const leaveColumn = (column: string) =>
    send({ fields: shown.columns.map(({ name, field }) => (name === column ? null : field)) });
  const leaveValues = (column: string) => send({ skipUnreadable: [...shown.skipUnreadable, column] });
  const takeBack = (column: string) => send({ skipUnreadable: shown.skipUnreadable.filter((name) => name !== column) });
  const findField = (column: string): ColumnMeaning | null =>
    shown.columns.find(({ name }) => name === column)?.field ?? null;
  return (
    <Section title={copy.title}>
      <FormError>{problem?.detail}</FormError>
      <ul>
        {shown.issues.map(({ column, value, reason, row, count, existing, isWarning }) => {
          const field = findField(column);
          const canLeave = (isNew: boolean) => !isWarning && field !== null && isSkippable(field, { isNew });
          const canLeaveColumn = canLeave(true);
          const canLeaveValues = canLeaveColumn || (existing > 0 && canLeave(false));
          return (
            <li
              key={`${column} ${reason} ${isWarning}`}
              className="grid gap-2 border-line border-b py-3 lg:grid-cols-[1fr_auto] lg:items-center lg:gap-6"
            >
              <p className="wrap-anywhere">
                <span className="font-semibold">
                  {column ? `${column}: ` : ''}
                  <span className={isWarning ? 'text-muted' : 'text-bad'}>{copy.rows(count)}</span>
                </span>{' '}
                {reason}{' '}
                <span className="text-fine text-muted">
                  ({copy.example(row, value, count)}
                  {isWarning ? `. ${copy.imported}` : ''})
                </span>
              </p>
              {isWarning && shown.skipUnreadable.includes(column) && (
                <div>
                  <Button
                    variant="secondary"
                    disabled={isPending}
                    aria-label={copy.takeBackOf(column)}
                    onClick={() => void takeBack(column)}
                  >
                    {copy.takeBack}
                  </Button>
                </div>
              )}
              {canLeaveValues && (
                <div className="flex flex-wrap gap-3">
                  <Button
                    variant="secondary"
                    disabled={isPending}
                    aria-label={copy.leaveValuesOf(column)}
                    onClick={() => void leaveValues(column)}
                  >
                    {copy.leaveValues}
                  </Button>
                  {canLeaveColumn && (
                    <Button
                      variant="secondary"
                      disabled={isPending}
                      aria-label={copy.leaveColumnOf(column)}
                      onClick={() => void leaveColumn(column)}
                    >
                      {copy.leaveColumn}
                    </Button>
                  )}
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
