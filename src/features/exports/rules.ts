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

/** The last `count` months up to that of `now`, which comes first, in UTC. */
export function listMonths(now: Date, count: number): { from: string; to: string }[] {
  return Array.from({ length: count }, (_, back) => {
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() - back];
    return { from: toDay(Date.UTC(year, month, 1)), to: toDay(Date.UTC(year, month + 1, 0)) };
  });
}

const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);
