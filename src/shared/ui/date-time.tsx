import { useCompany } from '../company.ts';
import { formatDate, formatDateTime, formatTime } from '../dates.ts';
import { useHydrated } from './use-hydrated.ts';

/** The server does not know the reader's time zone. Until hydration, times are in that of the shop and say so. */
function useTimeZone(): string | undefined {
  const { timeZone } = useCompany();
  return useHydrated() ? undefined : timeZone;
}

/** A timestamp with date, time and zone in the reader's time zone. It only breaks between date and time. */
export function DateTime({ at }: { at: string }) {
  const timeZone = useTimeZone();
  return (
    <time dateTime={at}>
      <span className="whitespace-nowrap">{formatDate(at, timeZone)},</span>{' '}
      <span className="whitespace-nowrap">{formatTime(at, timeZone)}</span>
    </time>
  );
}

/** The date of a timestamp in the reader's time zone. Time and zone are in the tooltip. */
export function DateOnly({ at }: { at: string }) {
  const timeZone = useTimeZone();
  return (
    <time dateTime={at} title={formatDateTime(at, timeZone)} className="whitespace-nowrap">
      {formatDate(at, timeZone)}
    </time>
  );
}
