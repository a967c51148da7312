export const EXPORT_ROWS = ['purchases', 'lines', 'refunds'] as const;
export type ExportRows = (typeof EXPORT_ROWS)[number];

/** The date by which a purchase belongs to the period. */
export const EXPORT_DATES = ['paid', 'placed'] as const;
export type ExportDate = (typeof EXPORT_DATES)[number];

/** A leap year. */
export const MAX_EXPORT_DAYS = 366;

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
