import { formatDate } from '#src/shared/dates.ts';

/** 'Nov 23, 2026 UTC'. A paper is read anywhere, so it says whose day that is. */
export function formatPaperDate(at: string): string {
  // Joined, so that no line breaks within.
  return `${formatDate(at, 'UTC')} UTC`.replaceAll(' ', '\u00a0');
}
