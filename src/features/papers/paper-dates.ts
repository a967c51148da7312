import { formatDate } from '#src/shared/dates.ts';

/** 'Nov 23, 2026 UTC'. A paper is read anywhere, so it names the time zone of its date. */
export function formatPaperDate(at: string): string {
  // With no-break spaces, so that the date is not split between lines.
  return `${formatDate(at, 'UTC')} UTC`.replaceAll(' ', '\u00a0');
}
