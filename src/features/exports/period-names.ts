import { formatDate } from '#src/shared/dates.ts';

/** 'Nov 2026'. */
export const toMonthName = (firstDay: string): string => formatDate(firstDay, 'UTC').replace(/ \d+,/, '');

/** Whole months of one year: 'Nov 2026', 'Oct – Dec 2026', '2026'. */
export function namePeriod({ from, to }: { from: string; to: string }): string {
  const [first, last] = [toMonthName(from), toMonthName(to)];
  if (first === last) return first;
  return first.startsWith('Jan') && last.startsWith('Dec') ? from.slice(0, 4) : `${first.slice(0, 3)} – ${last}`;
}
