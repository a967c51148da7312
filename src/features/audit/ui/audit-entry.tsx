import { Link } from 'react-router';
import { formatCount } from '#src/shared/numbers.ts';
import { DateTime } from '#src/shared/ui/date-time.tsx';
import { EmailText } from '#src/shared/ui/email-text.tsx';
import { joinUnits } from '#src/shared/units.ts';
import type { AuditEvent } from '../contract.ts';
import { auditCopy as copy } from '../copy.ts';

/**
 * One entry: what was done to what, who did it, and the values before and after. A tool is a link for those who may
 * open its page in the dashboard.
 */
export function AuditEntry({ event, mayKeep }: { event: AuditEvent; mayKeep: boolean }) {
  const names = [...new Set([...Object.keys(event.before ?? {}), ...Object.keys(event.after ?? {})])];
  return (
    <li className="grid gap-x-8 gap-y-2 border-line border-b py-4 compact:gap-y-1 compact:py-2 dense:gap-y-0 dense:py-1 dense:text-fine md:grid-cols-[minmax(0,5fr)_minmax(0,4fr)]">
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <span className="font-semibold">{copy.actions[event.action]}</span>:{' '}
          {mayKeep && event.subject === 'tool' ? (
            <Link to={`/dashboard/products/${event.subjectId}`} className="no-underline hover:underline">
              {joinUnits(event.subjectName)}
            </Link>
          ) : (
            joinUnits(event.subjectName)
          )}
        </p>
        <div className="text-fine text-muted wrap-anywhere dense:flex dense:flex-wrap dense:gap-x-4">
          <p>
            <DateTime at={event.createdAt} /> · <Actor event={event} />
          </p>
          <p className="figures">{event.subjectId}</p>
        </div>
      </div>
      {names.length > 0 && (
        <dl className="grid content-start gap-1 text-fine dense:flex dense:flex-wrap dense:gap-x-4 dense:gap-y-0">
          {names.map((name) => (
            <div key={name} className="flex flex-wrap gap-x-2 wrap-anywhere">
              <dt className="text-muted">{event.subject === 'setting' ? copy.value : (copy.values[name] ?? name)}</dt>
              <dd className="min-w-0">
                {event.before?.[name] !== undefined && (
                  <>
                    <del className="text-muted">
                      <span className="sr-only">{copy.before}: </span>
                      {format(event.before[name])}
                    </del>
                    {' → '}
                  </>
                )}
                <span className="sr-only">{copy.after}: </span>
                <span className="font-semibold">{format(event.after?.[name])}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

function Actor({ event: { actor, actorEmail, actorRole, address } }: { event: AuditEvent }) {
  return (
    <>
      {actorEmail ? <EmailText address={actorEmail} /> : copy.actors[actor]}
      {actorRole && ` ${copy.as} ${actorRole}`}
      {address && ` ${copy.from} ${address}`}
    </>
  );
}

function format(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? formatCount(value) : value;
}
