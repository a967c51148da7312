/** What a row of an export is. */
export const EXPORT_ROWS = ['purchases', 'lines', 'refunds'] as const;
export type ExportRows = (typeof EXPORT_ROWS)[number];

/** Which date puts a purchase into the period. */
export const EXPORT_DATES = ['paid', 'placed'] as const;
export type ExportDate = (typeof EXPORT_DATES)[number];

/** A leap year. */
export const MAX_EXPORT_DAYS = 366;

const DAY_MS = 86_400_000;

/** How many days a period has, both its ends included; not positive where it ends before it begins. */
export function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}

/** The whole months up to the one of `now`, that one first, in UTC. */
export function listMonths(now: Date, count: number): { from: string; to: string }[] {
  return Array.from({ length: count }, (_, back) => {
    const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() - back];
    return { from: toDay(Date.UTC(year, month, 1)), to: toDay(Date.UTC(year, month + 1, 0)) };
  });
}

const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);
