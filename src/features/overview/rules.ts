/** Nothing is counted further than this, which is shown as '99+'. So each count reads a hundred entries of an index at most. */
export const MAX_WAITING = 100;

/** A count as people read it. */
export function formatWaiting(count: number): string {
  return count >= MAX_WAITING ? `${MAX_WAITING - 1}+` : String(count);
}
