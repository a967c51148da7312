import { formatDate, formatDateTime, formatTime } from '../dates.ts';
import { useHydrated } from './use-hydrated.ts';

/** The server does not know the reader's zone. Until the browser has taken over, times are in UTC, and say so. */
function useTimeZone(): 'UTC' | undefined {
  return useHydrated() ? undefined : 'UTC';
}

/** A timestamp with its time and zone, the reader's. It breaks between the two at most. */
export function DateTime({ at }: { at: string }) {
  const timeZone = useTimeZone();
  return (
    <time dateTime={at}>
      <span className="whitespace-nowrap">{formatDate(at, timeZone)},</span>{' '}
      <span className="whitespace-nowrap">{formatTime(at, timeZone)}</span>
    </time>
  );
}

/** The day of a timestamp for the reader. Its time and zone are in the tooltip. */
export function DateOnly({ at }: { at: string }) {
  const timeZone = useTimeZone();
  return (
    <time dateTime={at} title={formatDateTime(at, timeZone)} className="whitespace-nowrap">
      {formatDate(at, timeZone)}
    </time>
  );
}
