import { formatZonedDate } from '#src/shared/dates.ts';

/** What a paper says of its time zone. A paper from before it could be chosen says nothing: it was printed in UTC. */
interface OfTimeZone {
  timeZone?: string | undefined;
}

/** A time zone as papers keep it: UTC is left out. */
export const toPaperTimeZone = (timeZone: string) => (timeZone === 'UTC' ? undefined : timeZone);

/** 'Nov 23, 2026 EST', in the time zone of the paper. It is read anywhere, so it names the time zone of its dates. */
export function formatPaperDate(at: string, { timeZone = 'UTC' }: OfTimeZone): string {
  // With no-break spaces, so that the date is not split between lines.
  return formatZonedDate(at, timeZone).replaceAll(' ', '\u00a0');
}
