export const EXPORT_ROWS = ['purchases', 'lines', 'refunds'] as const;
export type ExportRows = (typeof EXPORT_ROWS)[number];

/** The date by which a purchase belongs to the period. */
export const EXPORT_DATES = ['paid', 'placed'] as const;
export type ExportDate = (typeof EXPORT_DATES)[number];

/** A leap year. */
export const MAX_EXPORT_DAYS = 366;

/** The most rows of a tax report that are shown at once. */
export const MAX_REPORT_ROWS = 500;

const DAY_MS = 86_400_000;

/** The number of days in a period, including both ends. Not positive if it ends before it begins. */
export function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

/** The last `count` months up to that of a day, which comes first. */
export function listMonths(today: string, count: number): { from: string; to: string }[] {
  return Array.from({ length: count }, (_, back) => {
    const [year = 0, month = 0] = today.split('-').map(Number);
    return { from: toDate(year, month - back, 1), to: toDate(year, month - back + 1, 0) };
  });
}

/** A day of the calendar, which is not a moment: UTC only counts its days. */
const toDate = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);

/** The parts of a period that are in one month each, in order. */
export function splitByMonths(from: string, to: string): { from: string; to: string }[] {
  const parts: { from: string; to: string }[] = [];
  for (let begin = from; begin <= to; ) {
    const [year = 0, month = 0] = begin.split('-').map(Number);
    const last = toDate(year, month + 1, 0);
    parts.push({ from: begin, to: last < to ? last : to });
    begin = toDate(year, month + 1, 1);
  }
  return parts;
}

/** The quarter of a day `back` quarters ago. */
export function getQuarter(today: string, back: number): { from: string; to: string } {
  const [year = 0, month = 0] = today.split('-').map(Number);
  const first = Math.floor((month - 1) / 3) * 3 + 1 - back * 3;
  return { from: toDate(year, first, 1), to: toDate(year, first + 3, 0) };
}

/** The year of a day `back` years ago. */
export function getCalendarYear(today: string, back: number): { from: string; to: string } {
  const year = Number(today.slice(0, 4)) - back;
  return { from: `${year}-01-01`, to: `${year}-12-31` };
}
